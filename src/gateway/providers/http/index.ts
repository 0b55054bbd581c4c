/** What every connector over HTTPS needs. Nothing here is specific to one acquirer. */
export { addressProblem, mayCarrySecrets, withoutLastSlash } from './addresses.ts';
export { type Deadline, type DeadlineIn, deadlineIn } from './deadline.ts';
export {
  type Fields,
  group,
  identifier,
  isPresent,
  list,
  message,
  readFields,
  wholeNumber,
} from './fields.ts';
export {
  type ClientIdentity,
  createHttpLink,
  type Exchange,
  type HttpLink,
  type HttpRequest,
} from './http-link.ts';
export { notAnswered, type Reply } from './reply.ts';
export { type CallTiming, LEAST_CONNECT_MS, scaledTiming } from './scaled-timing.ts';
export { schemeIdsIn } from './scheme-ids.ts';
export { createTokenCache, type TokenCache, type TokenResult, tokenIn, tokenWithin } from './token-cache.ts';
export { withoutSecrets } from './without-secrets.ts';
