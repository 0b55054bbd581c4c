/** What every connector over HTTPS needs. Nothing here is specific to one acquirer. */
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
export { createHttpLink, type Exchange, type HttpLink, type HttpRequest } from './http-link.ts';
export { withoutSecrets } from './without-secrets.ts';
