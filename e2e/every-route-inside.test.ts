import { describeEveryRoute } from './every-route.ts';

describeEveryRoute(['allowed', 'agencyAdmin', 'platformAdmin']);
