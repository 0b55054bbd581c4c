export { secondTryAfter } from './second-try.ts';
