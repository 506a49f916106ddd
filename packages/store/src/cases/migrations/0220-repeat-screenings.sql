-- A batch can be screened again at intervals, until that is turned off. Each time is a batch of its own, which knows the one before;
-- the schedule moves to the newest.
ALTER TABLE screening_batch
  ADD COLUMN repeat_days integer CHECK (repeat_days IN (1, 7, 30)),
  ADD COLUMN repeat_at timestamptz,
  ADD COLUMN previous_id uuid REFERENCES screening_batch (id) ON DELETE SET NULL,
  ADD CHECK ((repeat_days IS NULL) = (repeat_at IS NULL));
CREATE INDEX screening_batch_due ON screening_batch (repeat_at) WHERE repeat_at IS NOT NULL;
CREATE INDEX screening_batch_previous ON screening_batch (previous_id) WHERE previous_id IS NOT NULL;
GRANT UPDATE (repeat_days, repeat_at) ON screening_batch TO trailmark_app;
