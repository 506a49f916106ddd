-- The queue of jobs: pg-boss's own tables in schema version 46. They keep tickets: which job is due and who works on it. What a
-- job is about is in the tables of 0101, under row-level security. The statements are printed by the library when this runs; a
-- newer schema brings a migration of its own.
-- construct: pg-boss 46

-- What people start, and what the server does at intervals. A worker that is not heard from for 15 seconds loses its ticket.
SELECT pgboss.create_queue('work', '{"policy":"standard","retryLimit":5,"retryDelay":10,"retryBackoff":true,"retryDelayMax":3600,"heartbeatSeconds":15,"expireInSeconds":86400,"retentionSeconds":2592000,"deleteAfterSeconds":3600}');
SELECT pgboss.create_queue('schedules', '{"policy":"exclusive","retryLimit":1000000,"retryDelay":1,"heartbeatSeconds":15,"expireInSeconds":86400,"retentionSeconds":2592000,"deleteAfterSeconds":60}');

GRANT USAGE ON SCHEMA pgboss TO trailmark_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON pgboss.job, pgboss.job_common, pgboss.job_dependency TO trailmark_app;
GRANT SELECT, UPDATE ON pgboss.queue, pgboss.version TO trailmark_app;
GRANT SELECT ON pgboss.schedule, pgboss.subscription, pgboss.bam TO trailmark_app;
