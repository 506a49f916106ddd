import { serveJobs } from '../threads/serve-jobs.ts';
import { FLOW_JOBS } from './flow-jobs.ts';

serveJobs(FLOW_JOBS);
