/** What a bank's interface has besides the Banco Central's document, or leaves open there. */
export interface BankProfile {
  /** In capitals, as answered in `provider`. */
  readonly provider: string;
  /** For people. */
  readonly name: string;
  readonly token: {
    readonly address: Addresses;
    /** How we show who we are: Basic, in the body, or by the certificate and the id alone. */
    readonly style: 'basic' | 'body' | 'certificate';
    readonly body: 'form' | 'json';
    /** Whether the scopes have to be asked for. */
    readonly scopes: boolean;
  };
  /** Before the path of a resource and, where there are any, before its version. */
  readonly api: Addresses;
  /** Versions by resource: of a charge by its txid, and of everything else. */
  readonly versions: { readonly charge: string; readonly rest: string };
  /** Headers of each call. */
  readonly headers: Readonly<Record<string, HeaderValue>>;
  /** Parameters of each call. */
  readonly query: Readonly<Record<string, ProfileSetting>>;
  readonly errors: readonly ErrorForm[];
  /** Whether `GET /cob/{txid}/qrcode` answers the text of the code. */
  readonly qrcode: boolean;
  /** Settings that only some banks have. */
  readonly settings: readonly ProfileSetting[];
  /** Header with which the bank calls our address without its certificate. */
  readonly unlockNotices: readonly [name: string, value: string] | undefined;
}

export interface Addresses {
  readonly production: string;
  /** The bank's own test address; undefined where none is known. */
  readonly test?: string;
}

export type ProfileSetting = 'appKey' | 'checkingAccount';

export type HeaderValue = 'client_id' | 'guid' | ProfileSetting;

/** Forms in which banks say what is wrong. */
export type ErrorForm = 'problem' | 'bb' | 'efi' | 'itau';
