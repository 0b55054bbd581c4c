import { readFileSync } from 'node:fs';
import { refuseAccount } from '../../src/accounts/refusals.ts';
import { refuseLibrary } from '../../src/gateway/browser-library/routes.ts';
import { refuseCardData } from '../../src/gateway/card-data/refusals.ts';
import { checkoutRefuse } from '../../src/gateway/checkout/refusals.ts';
import { refuseDispute } from '../../src/gateway/disputes/index.ts';
import { refuseKind } from '../../src/gateway/http/refusals.ts';
import { NewTransactionBody } from '../../src/gateway/http/schema.ts';
import { refuseIntention } from '../../src/gateway/intentions/refusals.ts';
import { KIND_REFUSALS } from '../../src/gateway/kinds/index.ts';
import { refuseMoney } from '../../src/gateway/money/index.ts';
import { type Column, parseCodeTable } from '../../src/gateway/providers/abecs/code-table.ts';
import { merchantAdviceFor, schemeRules } from '../../src/gateway/providers/abecs/index.ts';
import { RETRY_BY_CLASS } from '../../src/gateway/providers/index.ts';
import { RETURN_CODES } from '../../src/gateway/providers/rede/answer/return-codes.ts';
import { acquirerRefuse } from '../../src/gateway/providers/refusals.ts';
import { storedCardRefuse } from '../../src/gateway/stored-cards/refusals.ts';
import { fieldRefusal } from '../../src/gateway/transactions/rules/field-refusal.ts';
import { transactionRefuse } from '../../src/gateway/transactions/rules/refusals.ts';
import { operationRefuse } from '../../src/operations/interface/refusals.ts';
import { refuseOrder } from '../../src/operations/orders/refusals.ts';
import { refuseClient } from '../../src/operations/payment-clients/refusals.ts';
import { refusePhoto } from '../../src/operations/photos/refusals.ts';
import { refuseProduct } from '../../src/operations/products/refusals.ts';
import { refuseSale } from '../../src/operations/sales/record/refusals.ts';
import { refuseTechnicalPassword } from '../../src/operations/technical-passwords/technical-passwords.ts';
import { FieldFault, httpRefuse, PATTERN_MEANING, refuseForm } from '../../src/platform/http/index.ts';
import type { RefusalRow } from '../../src/platform/refusal.ts';
import { ADVICE, type GatewayCode } from './error-advice.ts';

type Table = Readonly<Record<string, RefusalRow>>;

const GATEWAY: Table = {
  ...httpRefuse.table,
  ...refuseForm.table,
  ...refuseAccount.table,
  ...acquirerRefuse.table,
  ...transactionRefuse.table,
  ...KIND_REFUSALS,
  ...refuseIntention.table,
  ...refuseKind.table,
  ...refuseCardData.table,
  ...storedCardRefuse.table,
  ...checkoutRefuse.table,
  ...refuseLibrary.table,
  ...refuseMoney.table,
  ...refuseDispute.table,
};

/** By interface, as docs/contract/service.md names them. What several rooms refuse alike stands once. */
const MESSAGES: readonly { readonly title: string; readonly tables: readonly Table[] }[] = [
  {
    title: 'Todas as operações',
    tables: [operationRefuse.table, httpRefuse.table],
  },
  {
    title: 'Pessoas, acesso e senhas',
    tables: [refuseAccount.table],
  },
  {
    title: 'Produtos, vendas e pedidos',
    tables: [
      refuseProduct.table,
      refusePhoto.table,
      refuseSale.table,
      refuseOrder.table,
      refuseTechnicalPassword.table,
      acquirerRefuse.table,
    ],
  },
  { title: 'Clientes de pagamento dos terminais', tables: [refuseClient.table] },
];

const CLASS_ADVICE = {
  hard: 'não tente este cartão de novo',
  fix_data: 'o comprador corrige os dados',
  soft_customer: 'o comprador fala com o banco, ou usa outro cartão',
  soft_technical: 'tente de novo em alguns minutos',
  wrong_function: 'use a outra função, crédito ou débito',
  merchant_config: 'a loja fala com a adquirente',
  authentication: 'o comprador autentica de novo',
} as const;

/** The tables of docs/guias/erros.md. */
export function errorTables(): Readonly<
  Record<'gateway' | 'fields' | 'messages' | 'classes' | 'advice' | 'provider' | 'rede', string>
> {
  return {
    gateway: gatewayTable(),
    fields: fieldTable(),
    messages: MESSAGES.map(
      ({ title, tables }) => `### ${title}\n\n${messageTable(Object.assign({}, ...tables))}`,
    ).join('\n\n'),
    classes: classTable(),
    advice: adviceTable(),
    provider: providerTable(),
    rede: redeTable(),
  };
}

function gatewayTable(): string {
  const codes = Object.keys(ADVICE) as GatewayCode[];
  const rows = codes.map((code) => {
    const { status, message } = GATEWAY[code] ?? missing(code);
    return [`\`${code}\``, String(status), message, ADVICE[code]];
  });
  return table(['`error.code`', 'HTTP', '`error.message`', 'O que fazer'], rows);
}

function missing(code: string): never {
  throw new Error(`no table of refusals has ${code}`);
}

function messageTable(rows: Table): string {
  return table(
    ['HTTP', '`message`', 'Nas métricas'],
    Object.entries(rows).map(([code, { status, message }]) => [String(status), message, `\`${code}\``]),
  );
}

interface FieldSchema {
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  readonly [PATTERN_MEANING]?: string;
}

/** Of each field that the schema itself checks: what is refused when it is missing or wrong. */
function fieldTable(): string {
  const rows: string[][] = [];
  const visit = (schema: FieldSchema, path: string) => {
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      const at = path === '' ? name : `${path}.${name}`;
      if (schema.required?.includes(name)) rows.push(fieldRow(at, 'required', field));
      if (field.properties) visit(field, at);
      else rows.push(fieldRow(at, field[PATTERN_MEANING] === undefined ? 'type' : 'pattern', field));
    }
  };
  visit(NewTransactionBody as unknown as FieldSchema, '');
  return table(['`error.code`', '`error.field`', '`error.message`'], rows);
}

function fieldRow(path: string, rule: 'required' | 'type' | 'pattern', schema: FieldSchema): string[] {
  const { code, message } = fieldRefusal(new FieldFault(path, rule, schema as FieldFault['schema']));
  return [`\`${code}\``, `\`${path}\``, message];
}

function classTable(): string {
  const classes = Object.keys(CLASS_ADVICE) as (keyof typeof CLASS_ADVICE)[];
  return table(
    ['`declineClass`', '`mayRetry`', 'O que fazer'],
    classes.map((name) => [`\`${name}\``, `\`${RETRY_BY_CLASS[name]}\``, CLASS_ADVICE[name]]),
  );
}

function providerTable(): string {
  const file = new URL('../../src/gateway/providers/abecs/abecs-codes.csv', import.meta.url);
  const { lines } = parseCodeTable(readFileSync(file, 'utf8'));
  return table(
    [
      'Elo',
      'Visa',
      'Mastercard, Hipercard',
      'American Express',
      '`providerMessage`',
      'Mesmo cartão de novo?',
      'O que fazer',
    ],
    [
      ...lines.map(withoutNewerRules),
      ...schemeRules.filter(({ kind }) => kind === 'response').map(lineOfRule),
    ]
      .filter(({ cells }) => cells.some((cell) => cell !== ''))
      .map(({ cells, message, reversible, declineClass }) => [
        ...cells,
        message,
        reversible ? 'sim' : 'não',
        CLASS_ADVICE[declineClass],
      ]),
  );
}

const BRAND_COLUMNS = ['elo', 'visa', 'mastercard', 'amex'] as const satisfies readonly Column[];
type CodeLine = ReturnType<typeof parseCodeTable>['lines'][number];

/** A code of which the scheme has decided something since stands in the line of that decision alone. */
function withoutNewerRules({ codes, ...line }: CodeLine) {
  const newer = new Set(schemeRules.map(({ scheme, kind, code }) => `${scheme} ${kind} ${code}`));
  const cells = BRAND_COLUMNS.map((brand) =>
    [...codes[brand].issuer, ...codes[brand].acquirer]
      .filter((code) => !newer.has(`${brand.toUpperCase()} response ${code}`))
      .join(' '),
  );
  return { ...line, cells };
}

function lineOfRule({ scheme, code, ...rule }: (typeof schemeRules)[number]) {
  return { ...rule, cells: BRAND_COLUMNS.map((brand) => (brand.toUpperCase() === scheme ? code : '')) };
}

function adviceTable(): string {
  const rules = schemeRules.filter(({ kind }) => kind === 'advice');
  const rows = rules.map(({ code, declineClass, waitHours, since }) => [
    code,
    `\`${RETRY_BY_CLASS[declineClass]}\``,
    waitHours === undefined ? '' : waitHours < 48 ? `${waitHours} h` : `${waitHours / 24} dias`,
    since.split('-').toReversed().join('/'),
  ]);
  const unknown = merchantAdviceFor('unknown');
  if (unknown === undefined) throw new Error('an unknown advice code says nothing');
  return table(
    ['Conselho', '`mayRetry`', 'Esperar', 'Desde'],
    [...rows, ['outro', `\`${RETRY_BY_CLASS[unknown.declineClass]}\``, '', '']],
  );
}

function redeTable(): string {
  const rows = RETURN_CODES.filter(({ text, meaning }) => text !== '' && meaning in CLASS_ADVICE);
  return table(
    ['Código da Rede', '`providerMessage`', 'O que fazer'],
    rows.map(({ codes, text, meaning }) => [codes, text, CLASS_ADVICE[meaning as keyof typeof CLASS_ADVICE]]),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
