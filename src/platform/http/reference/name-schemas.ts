type Node = Readonly<Record<string, unknown>>;

/** Values in examples are no schemas. */
const VALUES: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const']);
const METHODS: ReadonlySet<string> = new Set(['get', 'put', 'post', 'delete', 'patch']);

interface NamedDocument {
  readonly components?: object;
  readonly paths?: Node;
  readonly webhooks?: Node;
}

/**
 * The document with its objects as named schemas that are referred to: those with a `title` by it, the bodies and answers
 * of calls without one by their path. Throws when two different schemas have the same title.
 */
export function nameSchemas<Document extends NamedDocument>(document: Document): Document {
  const schemas = new Map<string, { readonly text: string; readonly schema: Node }>();
  const add = (name: string, schema: Node): boolean => {
    const text = JSON.stringify(schema);
    const known = schemas.get(name);
    if (!known) schemas.set(name, { text, schema });
    return known === undefined || known.text === text;
  };
  const withReferences = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(withReferences);
    if (!isNode(node)) return node;
    const visited = Object.fromEntries(
      Object.entries(node).map(([key, value]) => [key, VALUES.has(key) ? value : withReferences(value)]),
    );
    const { title, ...schema } = visited;
    if (visited.type !== 'object' || typeof title !== 'string') return visited;
    if (!add(title, schema)) throw new Error(`two schemas are named ${title}`);
    return referenceTo(title);
  };
  const named = (schema: unknown, names: readonly string[]): unknown => {
    if (!isNode(schema) || schema.type !== 'object') return schema;
    const name = names.find((one) => add(one, schema));
    if (name === undefined) throw new Error(`no name is left for ${names.join(', ')}`);
    return referenceTo(name);
  };
  const withNames = (paths: Node | undefined) =>
    mapped(paths, (path, calls) =>
      mapped(calls as Node, (method, call) =>
        METHODS.has(method) ? namedBodies(call as Node, pathWords(path), method, named) : call,
      ),
    );
  const paths = withNames(withReferences(document.paths) as Node);
  const webhooks = withNames(withReferences(document.webhooks) as Node);
  const components = {
    ...document.components,
    schemas: Object.fromEntries(
      [...schemas].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, { schema }]) => [name, schema]),
    ),
  };
  return { ...document, paths, webhooks, components };
}

/** `/Produto/GetByPessoaId` is `ProdutoGetByPessoaId`. */
export function pathWords(path: string): string {
  return path
    .split('/')
    .filter(Boolean)
    .flatMap((part) => {
      const [, parameter] = /^(?::|\{)(\w+)\}?$/.exec(part) ?? [];
      return parameter === undefined ? part.split(/[^A-Za-z0-9]+/) : ['by', parameter];
    })
    .map(capitalized)
    .join('');
}

function namedBodies(
  call: Node,
  words: string,
  method: string,
  named: (schema: unknown, names: readonly string[]) => unknown,
): Node {
  const bodyNames = (ending: string) => [`${words}${ending}`, `${capitalized(method)}${words}${ending}`];
  const withNamedContent = (part: unknown, ending: string) =>
    isNode(part) && isNode(part.content)
      ? {
          ...part,
          content: mapped(part.content, (_, media) => ({
            ...(media as Node),
            schema: named((media as Node).schema, bodyNames(ending)),
          })),
        }
      : part;
  return {
    ...call,
    ...(call.requestBody === undefined ? {} : { requestBody: withNamedContent(call.requestBody, 'Request') }),
    responses: mapped(call.responses as Node, (_, response) => withNamedContent(response, 'Response')),
  };
}

function referenceTo(name: string): Node {
  return { $ref: `#/components/schemas/${name}` };
}

function mapped(node: Node | undefined, change: (key: string, value: unknown) => unknown): Node {
  return Object.fromEntries(Object.entries(node ?? {}).map(([key, value]) => [key, change(key, value)]));
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
