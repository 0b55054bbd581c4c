import type { BankClient } from '../access/clients.ts';

/** Where the payments of a key are told. */
export interface Registration {
  readonly client: BankClient;
  readonly key: string;
  readonly url: string;
  readonly createdAt: number;
  /** The bank shows no certificate of its own: the path is the only lock. */
  readonly withoutCertificate: boolean;
}
