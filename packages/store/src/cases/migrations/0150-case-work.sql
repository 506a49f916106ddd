-- Tasks of a case: what is to be done, by whom and by when. A task is never deleted: it is done, or open again.
CREATE TABLE case_task (
  id uuid PRIMARY KEY,
  case_id uuid NOT NULL,
  agency_id uuid NOT NULL REFERENCES agency,
  -- `T-4` is number 4: counted within the case.
  number integer NOT NULL CHECK (number > 0),
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 200),
  note text NOT NULL DEFAULT '' CHECK (char_length(note) <= 4000),
  -- A member of the case; null for nobody.
  assignee_id uuid REFERENCES account,
  due_on date,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'done')),
  -- Points with their text and whether each is done.
  checklist jsonb NOT NULL DEFAULT '[]',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  created_by uuid NOT NULL REFERENCES account,
  changed_at timestamptz NOT NULL,
  changed_by uuid NOT NULL REFERENCES account,
  done_at timestamptz,
  done_by uuid REFERENCES account,
  -- The due days that a reminder was sent for, the working day before and on the day: another due day is reminded again.
  reminded_before date,
  reminded_on date,
  UNIQUE (case_id, number),
  CHECK ((state = 'done') = (done_at IS NOT NULL)),
  FOREIGN KEY (case_id, agency_id) REFERENCES agency_case (id, agency_id) ON DELETE CASCADE
);
CREATE INDEX case_task_by_due ON case_task (case_id, state, due_on, number);
CREATE INDEX case_task_to_remind ON case_task (due_on) WHERE state = 'open' AND assignee_id IS NOT NULL AND due_on IS NOT NULL;
CALL protect_case_table('case_task');
GRANT SELECT, INSERT, UPDATE ON case_task TO trailmark_app;
