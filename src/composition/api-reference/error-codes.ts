import type { refuseAccount } from '../../accounts/refusals.ts';
import { refuseLibrary } from '../../gateway/browser-library/index.ts';
import { refuseCardData } from '../../gateway/card-data/index.ts';
import { checkoutRefuse } from '../../gateway/checkout/index.ts';
import { refuseDispute } from '../../gateway/disputes/index.ts';
import { NewTransactionBody, refuseKind } from '../../gateway/http/index.ts';
import { refuseIntention } from '../../gateway/intentions/index.ts';
import { KIND_REFUSALS } from '../../gateway/kinds/index.ts';
import { refuseMoney } from '../../gateway/money/index.ts';
import { type acquirerRefuse, declineCodes } from '../../gateway/providers/index.ts';
import { storedCardRefuse } from '../../gateway/stored-cards/index.ts';
import { fieldRefusal, transactionRefuse } from '../../gateway/transactions/index.ts';
import { FieldFault, httpRefuse } from '../../platform/http/index.ts';

/** Codes that only the panel and the command line see. */
const OF_PEOPLE: ReadonlySet<string> = new Set(['amount_left_changed', 'nothing_to_resolve']);
const OF_ACCOUNTS = [
  ...(['credentials_invalid', 'too_many_failures', 'checkout_id_unknown'] as const),
  ...(['origin_refused', 'too_many_keys', 'shop_inactive'] as const),
] satisfies readonly (keyof typeof refuseAccount.table)[];
const OF_ACQUIRERS = [
  'provider_unknown',
  'provider_missing',
] satisfies readonly (keyof typeof acquirerRefuse.table)[];

interface FieldSchema {
  readonly properties?: Readonly<Record<string, FieldSchema>>;
}

const TABLES: readonly object[] = [
  httpRefuse.table,
  transactionRefuse.table,
  KIND_REFUSALS,
  refuseIntention.table,
  refuseKind.table,
  refuseCardData.table,
  storedCardRefuse.table,
  checkoutRefuse.table,
  refuseLibrary.table,
  refuseMoney.table,
  refuseDispute.table,
];

/** Every `error.code` of the gateway, in alphabetical order. */
export const GATEWAY_CODES: readonly string[] = [
  ...new Set([
    ...TABLES.flatMap((table) => Object.keys(table)).filter((code) => !OF_PEOPLE.has(code)),
    ...OF_ACCOUNTS,
    ...OF_ACQUIRERS,
    ...fieldCodes(NewTransactionBody as unknown as FieldSchema),
  ]),
].sort();

/** Every `providerCode` that is known: approved, the card schemes' codes, the acquirers' own. */
export const PROVIDER_CODES: readonly string[] = ['00', ...declineCodes];

function fieldCodes(schema: FieldSchema, path = ''): readonly string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const at = path === '' ? name : `${path}.${name}`;
    const codes = (['required', 'type'] as const).map(
      (rule) => fieldRefusal(new FieldFault(at, rule, field as FieldFault['schema'])).code,
    );
    return [...codes, ...fieldCodes(field, at)];
  });
}
