/**
 * Writes src/api.ts from the API description of a running service:
 * `node packages/sdk/generate-types.ts http://localhost:8080`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const TARGET = new URL('src/api.ts', import.meta.url);
const JSON_BODY = 'application/json';

interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly (string | number)[];
  readonly description?: string;
  readonly 'x-integer-text'?: unknown;
}

interface Content {
  readonly content: { readonly [JSON_BODY]: { readonly schema: Schema } };
}

interface Operation {
  readonly requestBody: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

export interface ApiDescription {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** The source of the types that the SDK takes and gives. */
export function typesSource({ paths }: ApiDescription): string {
  const sales = paths['/v1/transactions'];
  const links = paths['/v1/intention'];
  const cards = paths['/v1/tokenization'];
  const forms = paths['/v1/tokenization/intention'];
  const schemas: readonly (readonly [string, string, Schema | undefined])[] = [
    ['SaleRequest', 'A sale, as it is sent.', schemaOf(sales?.post?.requestBody)],
    ['Transaction', 'A transaction, as it is answered.', schemaOf(sales?.post?.responses['201'])],
    ['LinkRequest', 'A payment link, as it is asked for.', schemaOf(links?.post?.requestBody)],
    ['PaymentLink', 'A payment link, as it is answered.', schemaOf(links?.post?.responses['201'])],
    ['CardRequest', 'A card that is to be kept.', schemaOf(cards?.post?.requestBody)],
    ['CardFormRequest', 'A page on which a card is typed.', schemaOf(forms?.post?.requestBody)],
    ['KeptCard', 'A kept card, or the page on which it is typed.', schemaOf(cards?.post?.responses['201'])],
    ['ListedTransaction', 'A transaction in a list.', schemaOf(sales?.get?.responses['200'])?.items],
  ];
  const types = schemas.map(([name, says, schema]) => {
    if (!schema) throw new Error(`the service describes no ${name}`);
    return `/** ${says} */\nexport interface ${name} ${typeOf(schema, '')}\n`;
  });
  return `/** Made by generate-types.ts from the API description of the service. */\n\n${types.join('\n')}`;
}

export function typesAsWritten(): string {
  return readFileSync(TARGET, 'utf8');
}

function schemaOf(content: Content | undefined): Schema | undefined {
  return content?.content[JSON_BODY].schema;
}

function typeOf(schema: Schema, indent: string): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  // Amounts are text in answers; a request may have them as numbers too.
  if (schema['x-integer-text']) return 'string | number';
  if (schema.type === 'integer') return 'number';
  if (schema.type === 'array') return `readonly ${typeOf(schema.items ?? {}, indent)}[]`;
  if (schema.type !== 'object') return schema.type ?? 'unknown';
  const inner = `${indent}  `;
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, member]) => [
    ...(member.description ? [`${inner}/** ${member.description.replaceAll('\n', ' ')} */`] : []),
    `${inner}readonly ${name}${schema.required?.includes(name) ? '' : '?'}: ${typeOf(member, inner)};`,
  ]);
  return `{\n${members.join('\n')}\n${indent}}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const answer = await fetch(`${process.argv[2] ?? 'http://localhost:8080'}/openapi.json`);
  writeFileSync(TARGET, typesSource((await answer.json()) as ApiDescription));
}
