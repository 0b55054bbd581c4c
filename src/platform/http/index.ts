export { alsoLog } from './answer-log.ts';
export { type Asset, readAsset, sendAsset } from './assets.ts';
export { BODY_LIMIT_BYTES, bodyLimitOf } from './body-limits.ts';
export { type BuyerPage, buyerPage, buyerPageHeaders, type PageShop } from './buyer-page.ts';
export { rememberClientAddresses } from './client-address.ts';
export { acceptsEncoding, compressedBody, type KeptBody, keptBody } from './content-encoding.ts';
export { cspSourceOf } from './csp-source.ts';
export { faultText } from './fault-text.ts';
export {
  Bool,
  clearable,
  filters,
  Int,
  IntegerText,
  PATTERN_MEANING,
  readLater,
  Text,
  UNIT_MEANING,
  UNSEARCHED,
} from './fields.ts';
export { type Html, html, trustedMarkup } from './html.ts';
export { isLoopback } from './loopback.ts';
export { allowOrigin, finishRoutes } from './methods.ts';
export { isPublicAddress } from './network-addresses.ts';
export { registerOperatorRoutes } from './operator-routes.ts';
export { ISOLATION, messagePage, page, pageHeaders } from './page.ts';
export { formOf, refuseForm, registerPages } from './pages.ts';
export { compileReader, FieldFault } from './reader.ts';
export { hasUser, httpUrl, isReceiverUrl } from './receiver-url.ts';
export { registerReference } from './reference.ts';
export { httpRefuse } from './refusals.ts';
export type { ExampleValues } from './schema-example.ts';
export { createHttp, LONGEST_REQUEST_MS } from './server.ts';
export { compileTextSearch } from './text-search.ts';
export { toRefusal } from './to-refusal.ts';
