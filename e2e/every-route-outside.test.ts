import { describeEveryRoute } from './every-route.ts';

describeEveryRoute(['visitor', 'member', 'auditor']);
