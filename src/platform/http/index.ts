export { rememberClientAddresses } from './addresses/client-address.ts';
export { isLoopback } from './addresses/loopback.ts';
export { alsoLog } from './answers/answer-log.ts';
export { type Asset, readAsset, sendAsset } from './answers/assets.ts';
export { acceptsEncoding, compressedBody, type KeptBody, keptBody } from './answers/content-encoding.ts';
export { optionalInteger, optionalText } from './answers/members.ts';
export { httpRefuse } from './answers/refusals.ts';
export { toRefusal } from './answers/to-refusal.ts';
export {
  type BuyerPage,
  buyerPage,
  buyerPageHeaders,
  type PageRefresh,
  type PageShop,
} from './pages/buyer-page.ts';
export { cspSourceOf } from './pages/csp-source.ts';
export { type Html, html, trustedMarkup } from './pages/html.ts';
export { ISOLATION, messagePage, page, pageHeaders } from './pages/page.ts';
export { formOf, refuseForm, registerPages } from './pages/pages.ts';
export { BODY_LIMIT_BYTES, bodyLimitOf } from './reading/body-limits.ts';
export { faultText } from './reading/fault-text.ts';
export {
  Bool,
  CODE_STEM,
  clearable,
  filters,
  Int,
  IntegerText,
  PATTERN_MEANING,
  readLater,
  Text,
  UNIT_MEANING,
  UNSEARCHED,
} from './reading/fields.ts';
export { compileReader, FieldFault } from './reading/reader.ts';
export { compileTextSearch } from './reading/text-search.ts';
export type { FurtherExample } from './reference/further-examples.ts';
export { registerReference } from './reference/reference.ts';
export type { ExampleValues } from './reference/schema-example.ts';
export { allowOrigin, finishRoutes } from './server/methods.ts';
export { registerOperatorRoutes } from './server/operator-routes.ts';
export { createHttp, LONGEST_REQUEST_MS } from './server/server.ts';
