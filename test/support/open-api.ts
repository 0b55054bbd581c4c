import type { HttpAnswer } from './http-exchange.ts';

export interface ObjectSchema {
  readonly type?: string;
  readonly properties?: object;
  readonly $ref?: string;
}

export interface NamedDocument {
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedCall>>>>;
}

interface DescribedCall {
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
}

interface Body {
  readonly content?: Readonly<Record<string, DescribedMedia>>;
}

interface DescribedMedia {
  readonly schema: ObjectSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface Media {
  /** Method, path and `request` or the status. */
  readonly at: string;
  readonly schema: ObjectSchema;
  readonly example?: unknown;
}

/** The JSON bodies of all calls, each as often as it has an example. */
export function mediaOf({ paths }: NamedDocument): readonly Media[] {
  return Object.entries(paths).flatMap(([path, calls]) =>
    Object.entries(calls).flatMap(([method, { requestBody, responses }]) =>
      Object.entries({ ...(requestBody ? { request: requestBody } : {}), ...responses }).flatMap(
        ([part, { content }]) =>
          Object.entries(content ?? {})
            .filter(([type]) => type === 'application/json')
            .flatMap(([, { schema, example, examples }]) =>
              (examples ? Object.values(examples).map(({ value }) => value) : [example]).map((one) => ({
                at: `${method} ${path} ${part}`,
                schema,
                example: one,
              })),
            ),
      ),
    ),
  );
}

/** The paths of an OpenAPI document with every reference replaced by what it leads to. */
export function pathsOf<Paths>(answer: HttpAnswer): Paths {
  const { paths, components } = answer.json() as NamedDocument;
  const resolved = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(resolved);
    if (typeof node !== 'object' || node === null) return node;
    const [, name] = /^#\/components\/schemas\/(.+)$/.exec((node as ObjectSchema).$ref ?? '') ?? [];
    if (name !== undefined) return resolved(components.schemas[name]);
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, resolved(value)]));
  };
  return resolved(paths) as Paths;
}
