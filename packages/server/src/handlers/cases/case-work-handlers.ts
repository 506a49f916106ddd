import { addComment, readComments, withdrawCaseComment } from '../../cases/case-comments.ts';
import {
  addNote,
  readNote,
  readNotes,
  readNoteVersion,
  readNoteVersions,
  saveNote,
  settleText,
} from '../../cases/case-notes.ts';
import { addTask, changeTask, changeTaskState, readTasks } from '../../cases/case-tasks.ts';
import { createOverlaps } from '../../cases/overlaps.ts';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import { ownAccount } from '../../casework/own-account.ts';
import { createHandlerCaller } from '../../http/call-handler.ts';
import type { Handlers } from '../../http/mount.ts';
import type { RequestScope } from '../../http/request-scope.ts';

type TaskHandlers = Pick<Handlers, keyof typeof import('@trailmark/api/contract/case-task').caseTaskRoutes>;
type CommentHandlers = Pick<Handlers, keyof typeof import('@trailmark/api/contract/case-comment').caseCommentRoutes>;
type NoteHandlers = Pick<Handlers, keyof typeof import('@trailmark/api/contract/case-note').caseNoteRoutes>;

function createTaskHandlers(casework: CaseworkContext): TaskHandlers {
  return {
    listCaseTasks: ({ params, query }, { caller }) => readTasks(casework, caller, params.case, query),
    addCaseTask: ({ params, body }, { caller }) => addTask(casework, caller, params.case, body),
    updateCaseTask: ({ params, body }, { caller }) =>
      changeTask(casework, caller, { id: params.case, task: params.task }, body),
    setCaseTaskState: ({ params, body }, { caller }) =>
      changeTaskState(casework, caller, { id: params.case, task: params.task }, body),
  };
}

function createNoteHandlers(casework: CaseworkContext, tools: Partial<Handlers>): NoteHandlers {
  const portsOf = (scope: RequestScope) => ({
    ask: createHandlerCaller(tools, scope),
    findOverlaps: createOverlaps(casework, ownAccount(scope.caller).id),
  });
  const placeOf = (params: { readonly case: string; readonly note: string }) => ({
    id: params.case,
    note: params.note,
  });
  return {
    listCaseNotes: ({ params }, { caller }) => readNotes(casework, caller, params.case),
    addCaseNote: ({ params, body }, scope) => addNote(casework, portsOf(scope), scope.caller, params.case, body),
    getCaseNote: ({ params }, { caller }) => readNote(casework, caller, placeOf(params)),
    saveCaseNote: ({ params, body }, scope) => saveNote(casework, portsOf(scope), scope.caller, placeOf(params), body),
    settleCaseNote: ({ params }, { caller }) => settleText(casework, caller, { ...placeOf(params), kept: params.kept }),
    listCaseNoteVersions: ({ params, query }, { caller }) => readNoteVersions(casework, caller, placeOf(params), query),
    getCaseNoteVersion: ({ params }, { caller }) => readNoteVersion(casework, caller, placeOf(params), params.version),
  };
}

function createCommentHandlers(casework: CaseworkContext): CommentHandlers {
  return {
    listCaseComments: ({ params, query }, { caller }) => readComments(casework, caller, params.case, query),
    addCaseComment: ({ params, body }, { caller }) => addComment(casework, caller, params.case, body),
    withdrawCaseComment: ({ params, body }, { caller }) =>
      withdrawCaseComment(casework, caller, { id: params.case, comment: params.comment, why: body.why }),
  };
}

/** The work in a case: its tasks, comments and notes. */
export function createCaseWorkHandlers(casework: CaseworkContext, tools: Partial<Handlers>) {
  return {
    ...createTaskHandlers(casework),
    ...createCommentHandlers(casework),
    ...createNoteHandlers(casework, tools),
  };
}
