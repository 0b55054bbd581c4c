/** What every connector to a host over HTTPS stands on. Nothing here belongs to one acquirer. */
export { type Deadline, deadlineIn } from './deadline.ts';
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
