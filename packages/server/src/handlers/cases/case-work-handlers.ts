import { addTask, changeTask, changeTaskState, readTasks } from '../../cases/case-tasks.ts';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import type { Handlers } from '../../http/mount.ts';

type TaskHandlers = Pick<Handlers, keyof typeof import('@trailmark/api/contract/case-task').caseTaskRoutes>;

/** The work in a case: its tasks. */
export function createCaseWorkHandlers(casework: CaseworkContext): TaskHandlers {
  return {
    listCaseTasks: ({ params, query }, { caller }) => readTasks(casework, caller, params.case, query),
    addCaseTask: ({ params, body }, { caller }) => addTask(casework, caller, params.case, body),
    updateCaseTask: ({ params, body }, { caller }) =>
      changeTask(casework, caller, { id: params.case, task: params.task }, body),
    setCaseTaskState: ({ params, body }, { caller }) =>
      changeTaskState(casework, caller, { id: params.case, task: params.task }, body),
  };
}
