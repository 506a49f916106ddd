import type { AuditDetails } from '@trailmark/core/audit';

const text = (value: AuditDetails[string] | undefined): string =>
  value === undefined || value === null ? '' : String(value);

/** What somebody did in a case, in words for a list whose line begins with who it was. One line an action. */
const ACT_WORDS: Readonly<Record<string, (details: AuditDetails) => string>> = {
  'case.create': ({ template }) => `opened the case from the template “${text(template)}”`,
  'case.update': ({ fields }) => `changed ${text(fields)}`,
  'case.policy': ({ policy }) => `set who may see the case to “${text(policy)}”`,
  'case.member': ({ role }) => (role === 'none' ? 'ended a membership' : `gave a member the role “${text(role)}”`),
  'case.money.set': ({ kind }) => (kind === 'loss' ? 'entered a loss' : 'entered where a part of the loss is'),
  'case.money.remove': () => 'took out a line of the money table',
  'case.evidence.begin': ({ number }) => `began to upload ${text(number)}`,
  'case.evidence.collect': ({ number, state }) =>
    `added the file ${text(number)}${state === 'good' ? '' : ', which did not arrive as it was sent'}`,
  'case.evidence.custody': ({ number, act }) => `entered “${text(act)}” into the custody of ${text(number)}`,
  'case.evidence.damaged': ({ number }) => `found ${text(number)} damaged`,
  'case.evidence.describe': ({ number }) => `described ${text(number)}`,
  'case.evidence.export': ({ number }) => `downloaded ${text(number)}`,
  'case.evidence.verify': ({ number, isSame }) =>
    `read ${text(number)} again: ${isSame ? 'it matches its hash' : 'it is damaged'}`,
  'case.evidence.withdraw': ({ number }) => `withdrew ${text(number)}`,
  'case.person.set': ({ number, isNew }) => `${isNew ? 'added' : 'changed'} ${text(number)}`,
  'case.people.add': ({ people, links, isWritten }) =>
    isWritten
      ? `added ${text(people)} people and ${text(links)} links from a table`
      : 'read a table of people; nothing was added',
  'case.person.withdraw': ({ number }) => `withdrew ${text(number)}`,
  'case.person.open': ({ number, reason }) => `opened the personal data of ${text(number)}: “${text(reason)}”`,
  'case.person.personal': ({ number }) => `changed the personal data of ${text(number)}`,
  'case.link.add': ({ number, mark }) => `linked ${text(number)} (${text(mark)})`,
  'case.link.withdraw': () => 'withdrew a link',
  'case.label.add': () => 'labelled an address in this case',
  'case.label.withdraw': () => 'withdrew a label of this case',
  'case.authority.set': ({ isNew, to }) =>
    `${isNew ? 'entered' : 'changed'} a legal authority${to === null ? '' : `, to ${text(to)}`}`,
  'case.authority.end': () => 'ended a legal authority',
  'case.authority.needs': ({ acts }) => `set which acts need an authority: ${text(acts) || 'none'}`,
  'case.source.allow': ({ source }) => `allowed the source ${text(source)}`,
  'case.source.end': ({ source }) => `no longer allows the source ${text(source)}`,
  'case.source.fetch': ({ source, address }) => `asked ${text(source)} for ${text(address)}`,
  'case.request.draft': ({ number, isNew }) => `${isNew ? 'drafted' : 'changed the draft of'} ${text(number)}`,
  'case.request.step': ({ number, to }) => `entered that ${text(number)} was ${text(to)}`,
  'case.request.update': ({ number }) => `changed the dates or files of ${text(number)}`,
  'case.request.asset': ({ number, outcome }) => `entered what was ${text(outcome)} on ${text(number)}`,
  'case.request.asset-withdraw': ({ number }) => `withdrew a line of ${text(number)}`,
  'case.emergency.open': ({ reason }) => `opened the case in an emergency: “${text(reason)}”`,
  'case.emergency.review': ({ outcome, words }) =>
    `closed the review of an emergency access as ${text(outcome)}: “${text(words)}”`,
  'case.contact.ask': () => 'wrote to the custodian of a case that they may not see',
  'case.contact.asked': () => 'asked about this case without knowing which it is',
  'case.contact.answer': ({ answer }) => `answered who asked about this case (${text(answer)})`,
  'case.item.pin': ({ number }) => `added ${text(number)}`,
  'case.item.check': ({ number, isSame }) =>
    `compared ${text(number)} with today’s answer: ${isSame ? 'the same' : 'changed'}`,
  'case.item.withdraw': ({ number }) => `withdrew ${text(number)}`,
  'case.comment.add': ({ number, about }) => `commented on ${text(about) || 'the case'} (${text(number)})`,
  'case.comment.withdraw': ({ number }) => `withdrew the comment ${text(number)}`,
  'case.note.add': ({ number }) => `began the note ${text(number)}`,
  'case.note.save': ({ number, version }) => `saved the note ${text(number)}, version ${text(version)}`,
  'case.note.keep': ({ number }) =>
    `wrote the note ${text(number)} at the same time as somebody else; both texts are kept`,
  'case.note.settle': ({ number }) => `laid a second text of the note ${text(number)} aside`,
  'case.event.add': ({ number }) => `entered the event ${text(number)}`,
  'case.event.change': ({ number }) => `changed the event ${text(number)}`,
  'case.event.withdraw': ({ number }) => `withdrew the event ${text(number)}`,
  'case.timeline.refresh': ({ addresses }) => `read the ledgers again for ${text(addresses)} addresses`,
  'case.task.add': ({ number }) => `added the task ${text(number)}`,
  'case.task.change': ({ number, fields }) => `changed ${text(fields)} of the task ${text(number)}`,
  'case.task.done': ({ number }) => `finished the task ${text(number)}`,
  'case.task.undone': ({ number }) => `opened the task ${text(number)} again`,
  'case.alert.acknowledge': ({ number }) => `acknowledged the alert ${text(number)}`,
  'case.alert.assign': ({ number }) => `assigned the alert ${text(number)}`,
  'case.alert.escalate': ({ number }) => `escalated the alert ${text(number)}`,
  'case.alert.close': ({ number, reason }) => `closed the alert ${text(number)} (${text(reason)})`,
  'case.alert.reopen': ({ number }) => `opened the alert ${text(number)} again`,
  'case.watch.start': ({ number }) => `started watching (${text(number)})`,
  'case.watch.change': ({ number }) => `changed the watch ${text(number)}`,
  'case.watch.pause': ({ number }) => `paused the watch ${text(number)}`,
  'case.watch.resume': ({ number }) => `let the watch ${text(number)} read again`,
  'case.watch.remove': ({ number }) => `removed the watch ${text(number)}`,
  'case.watch.end': ({ number, why }) => `ended the watch ${text(number)}: ${text(why)}`,
  'case.package': ({ recipient, purpose }) => `signed a package for ${text(recipient)}: ${text(purpose)}`,
  'case.package.revoke': ({ number, recipient }) => `revoked the package ${text(number)} for ${text(recipient)}`,
  'case.record.sign': ({ number }) => `closed the case and signed its record ${text(number)}`,
  'case.record.reopen': ({ number, why }) => `reopened the case after its record ${text(number)}: “${text(why)}”`,
  'case.import': () => 'imported the case from a file',
  'case.retention': ({ until }) => (until === null ? 'set no end of retention' : `set retention until ${text(until)}`),
  'case.hold.place': () => 'placed a legal hold',
  'case.hold.release': () => 'released a legal hold',
  'case.purge.ask': () => 'asked for the case to be purged',
  'case.purge.refuse': () => 'turned the purge down',
};

/** An action without words of its own is named as the log names it. */
export function describeCaseAct(action: string, details: AuditDetails): string {
  return ACT_WORDS[action]?.(details) ?? action;
}
