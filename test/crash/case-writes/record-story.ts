import type { Loose, Memory, Story } from './write-step.ts';

const ofClosing = ({ closing }: Memory) => ({ case: closing });

/** A case of its own is closed and reopened: while a record is in force, nothing else is written there. */
export const RECORD_STORY: Story = {
  begin: async (read, memory) => {
    const { head } = await read(`/cases/${memory.closing}`);
    Object.assign(memory, { version: head.version, record: head.record });
  },
  steps: [
    {
      ...{ route: 'closeCase', action: 'case.record.sign', skips: ({ record }) => record !== null },
      ...{ params: ofClosing, body: ({ version }) => ({ version }), shown: ({ records }) => records.items.length },
    },
    {
      ...{ route: 'reopenCase', action: 'case.record.reopen', params: ofClosing },
      shown: ({ records }) => records.items.filter((one: Loose) => one.reopened).length,
    },
  ],
};
