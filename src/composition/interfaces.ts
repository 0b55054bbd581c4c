/** What the service serves under a path. */
interface PublicInterface {
  /** Beginnings of its paths, in small letters, without the first slash. */
  readonly paths: readonly string[];
  /** `structured`: `{"error":{code, message, …}}`; `message`: `{"message"}`. */
  readonly errorBody: 'structured' | 'message';
  /** Whether pages of other origins may read that a path is unknown, as they may read the answers of known ones. */
  readonly opensUnknownPaths: boolean;
}

/** Everything else: any path may be one of the operational interface, which old clients write in many ways. */
const OPERATIONAL: PublicInterface = { paths: [], errorBody: 'message', opensUnknownPaths: true };

/** Answers of these paths differ from those of the operational interface (docs/contract/decided.md 2). */
const INTERFACES: readonly PublicInterface[] = [
  { paths: ['v1', 'v2'], errorBody: 'structured', opensUnknownPaths: false },
  { paths: ['checkout'], errorBody: 'structured', opensUnknownPaths: true },
  { paths: ['painel/api'], errorBody: 'structured', opensUnknownPaths: false },
  { paths: ['painel', '3ds', 'p', 'pix', 'senha', ''], errorBody: 'message', opensUnknownPaths: false },
  {
    paths: ['__sim', 'health', 'metrics', 'docs', 'openapi.json'],
    errorBody: 'message',
    opensUnknownPaths: false,
  },
];

/** The interface of a path, in any letter case and with any number of slashes before it. */
export function interfaceOf(path: string): PublicInterface {
  const wanted = path.replace(/^\/+/, '').toLowerCase();
  const belongs = (start: string) => wanted === start || (start !== '' && wanted.startsWith(`${start}/`));
  return INTERFACES.find(({ paths }) => paths.some(belongs)) ?? OPERATIONAL;
}
