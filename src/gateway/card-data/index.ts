export { type CardData, createCardData } from './card-data.ts';
export type { CardHashContents } from './card-hash-contents.ts';
export type { GenerateKeyPair } from './key-pair-generator.ts';
export { brandRows, codeLengthOf, detectBrand } from './numbers/brand.ts';
export { isCardNumber, maskCardNumber, normalizeCardNumber } from './numbers/card-number.ts';
export { exposesCardNumber } from './numbers/exposed-number.ts';
export { refuseCardData } from './refusals.ts';
export { registerBrowserKeyRoute, registerPublicKeyRoute } from './routes.ts';
export { cardDataMigrations } from './tables.ts';
