/** The part of JSON Schema that examples are made from. */
export interface DescribedSchema {
  readonly title?: string;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, DescribedSchema>>;
  readonly required?: readonly string[];
  readonly items?: DescribedSchema;
  readonly anyOf?: readonly DescribedSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

/**
 * What a member of this name usually holds, of which the first value that its schema allows is taken; and the example of a
 * schema with this title.
 */
export type ExampleValues = Readonly<Record<string, readonly unknown[]>>;

/**
 * A value that a schema allows: its own example, its members' examples, or what their names say. A request has only the
 * members that it must have and those with an example of their own; an answer has all.
 */
export function exampleOf(
  schema: DescribedSchema,
  values: ExampleValues,
  kind: 'request' | 'answer',
  name = '',
): unknown {
  const [own] = schema.examples ?? values[schema.title ?? ''] ?? [];
  if (own !== undefined) return own;
  if (schema.const !== undefined) return schema.const;
  const [first] = schema.anyOf ?? [];
  if (first) return exampleOf(first, values, kind, name);
  if (schema.type === 'array') return schema.items ? [exampleOf(schema.items, values, kind, name)] : [];
  if (schema.type === 'object') {
    const members = Object.entries(schema.properties ?? {}).filter(
      ([member, { examples }]) =>
        kind === 'answer' || examples !== undefined || schema.required?.includes(member),
    );
    return Object.fromEntries(
      members.map(([member, value]) => [member, exampleOf(value, values, kind, member)]),
    );
  }
  const usual = values[name]?.find((value) => isAllowed(schema, value));
  return usual ?? schema.default ?? schema.enum?.[0] ?? plainValue(schema);
}

function isAllowed(schema: DescribedSchema, value: unknown): boolean {
  if (schema.enum) return schema.enum.includes(value);
  switch (schema.type) {
    case 'string':
      return (
        typeof value === 'string' &&
        value.length >= (schema.minLength ?? 0) &&
        value.length <= (schema.maxLength ?? Number.POSITIVE_INFINITY) &&
        (schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(value))
      );
    case 'integer':
    case 'number':
      return (
        typeof value === 'number' && value >= (schema.minimum ?? value) && value <= (schema.maximum ?? value)
      );
    default:
      return typeof value === schema.type;
  }
}

function plainValue({ type, minimum }: DescribedSchema): unknown {
  switch (type) {
    case 'integer':
    case 'number':
      return Math.max(minimum ?? 1, 1);
    case 'boolean':
      return false;
    case 'null':
      return null;
    default:
      return '';
  }
}
