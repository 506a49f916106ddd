import type { Tutorial } from '@trailmark/api/contract/video';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { formatSeconds, tutorialFileUrl } from './queries.ts';

/** The last entry that has begun. */
function currentOf(starts: readonly number[], seconds: number): number {
  return starts.findLastIndex((start) => start <= seconds + 0.05);
}

interface JumpListProps {
  readonly label: string;
  readonly items: readonly { readonly at: number; readonly text: string }[];
  readonly seconds: number;
  readonly onJump: (at: number) => void;
}

function JumpList({ label, items, seconds, onJump }: JumpListProps) {
  const current = currentOf(
    items.map(({ at }) => at),
    seconds,
  );
  return (
    <ol aria-label={label}>
      {items.map(({ at, text }, i) => (
        <li key={`${at} ${text}`}>
          <button type="button" aria-current={i === current ? 'true' : undefined} onClick={() => onJump(at)}>
            <span className="at">{formatSeconds(at)}</span>
            <span>{text}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

/** Begins at `start` once the recording is there. */
function useStart(video: RefObject<HTMLVideoElement | null>, start: number): void {
  useEffect(() => {
    const player = video.current;
    if (!player || start === 0) return undefined;
    const seek = () => {
      player.currentTime = start;
    };
    if (player.readyState >= HTMLMediaElement.HAVE_METADATA) seek();
    else player.addEventListener('loadedmetadata', seek, { once: true });
    return () => player.removeEventListener('loadedmetadata', seek);
  }, [video, start]);
}

export interface TutorialPlayerProps {
  readonly item: Tutorial;
  /** Second at which it begins. */
  readonly start: number;
  readonly onReached: (seconds: number) => void;
}

const NOTE_EVERY_S = 2;

/** A recording with captions, chapters and transcript; each line of them is a way to its second. */
export function TutorialPlayer({ item, start, onReached }: TutorialPlayerProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [seconds, setSeconds] = useState(start);
  const [hasFailed, setFailed] = useState(false);
  const noted = useRef(start);
  useStart(video, start);
  const onTime = () => {
    const now = video.current?.currentTime ?? 0;
    setSeconds(now);
    if (Math.abs(now - noted.current) < NOTE_EVERY_S && now < item.seconds - 1) return;
    noted.current = now;
    onReached(now);
  };
  const jump = (at: number) => {
    const player = video.current;
    if (!player) return;
    player.currentTime = at;
    setSeconds(at);
    // A browser that does not let a page begin to play leaves that to the person.
    void player.play().catch(() => undefined);
  };
  return (
    <div className="up-player">
      <div className="tm-stack">
        {/* There is no sound: the captions say everything. */}
        <video
          ref={video}
          controls
          playsInline
          muted
          preload="metadata"
          width={1280}
          height={720}
          poster={tutorialFileUrl(item.poster)}
          aria-label={item.title}
          onTimeUpdate={onTime}
          onError={() => setFailed(true)}
        >
          <source src={tutorialFileUrl(item.video)} type="video/webm" onError={() => setFailed(true)} />
          <track kind="captions" srcLang="en" label="English" src={tutorialFileUrl(item.captions)} default />
        </video>
        {hasFailed && (
          <p className="tm-bad" role="alert">
            The recording cannot be played here. The transcript below says all of it.
          </p>
        )}
        <h2 className="tm-h">Transcript</h2>
        <JumpList
          label="Transcript"
          items={item.transcript.map(({ from, text }) => ({ at: from, text }))}
          seconds={seconds}
          onJump={jump}
        />
      </div>
      <div className="tm-stack">
        <h2 className="tm-h">Chapters</h2>
        <JumpList
          label="Chapters"
          items={item.chapters.map(({ at, title }) => ({ at, text: title }))}
          seconds={seconds}
          onJump={jump}
        />
      </div>
    </div>
  );
}
