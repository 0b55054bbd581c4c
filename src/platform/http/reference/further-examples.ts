/** A request that is shown beside the first example of its call. */
export interface FurtherExample {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** As in the document: `/v1/transactions/{transactionId}`. */
  readonly path: string;
  /** Its name in the collection, and in the document where it has a body. */
  readonly summary: string;
  /** The folder of the collection. */
  readonly folder: string;
  readonly body?: unknown;
  /** An answer with its status. */
  readonly answer?: { readonly status: string; readonly value: unknown };
  /** In the collection: parameters of the address and of the query, by name. A value may be a variable, `{{name}}`. */
  readonly values?: Readonly<Record<string, string>>;
  /** In the collection: a day of the body that is as many days after the one on which the call is sent, in this variable. */
  readonly dayAhead?: { readonly variable: string; readonly days: number; readonly insteadOf: string };
  /** In the collection: members of the answer that are kept, each by the variable that keeps it. */
  readonly keeps?: Readonly<Record<string, string>>;
}

interface Media {
  example?: unknown;
  examples?: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;
}

interface ExampleCall {
  readonly requestBody?: { readonly content?: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>;
}

/** Puts further bodies and answers beside the first ones of a document. Throws where a call or a body is not there. */
export function addFurtherExamples(
  paths: Readonly<Record<string, Readonly<Record<string, ExampleCall>>>>,
  further: readonly FurtherExample[],
): void {
  for (const { method, path, summary, body, answer } of further) {
    const call = paths[path]?.[method];
    if (call === undefined) throw new Error(`there is no ${method} ${path}`);
    if (body !== undefined) addExample(call.requestBody?.content, summary, body);
    if (answer) addExample(call.responses[answer.status]?.content, summary, answer.value);
  }
}

function addExample(content: Readonly<Record<string, Media>> | undefined, summary: string, value: unknown) {
  const media = content?.['application/json'];
  if (media === undefined) throw new Error(`nothing is there to stand beside for ${summary}`);
  const { example, examples = { '1': { summary: 'Padrão', value: example } } } = media;
  // A document has one or several, never both.
  delete media.example;
  media.examples = { ...examples, [String(Object.keys(examples).length + 1)]: { summary, value } };
}
