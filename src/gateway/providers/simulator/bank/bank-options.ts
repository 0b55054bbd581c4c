import type { Clock } from '../../../../platform/time/clock.ts';
import type { BankStorage } from './book/bank-storage.ts';

/** A notice of the bank, as it would post it to the address that was registered for this account. */
export interface BankNotice {
  /** 0: merchants of the sandbox without an account of their own. */
  readonly accountId: string;
  /** `{"pix": [{"endToEndId", "txid", "valor", "horario", "chave", "devolucoes"?}]}` */
  readonly body: unknown;
}

export interface SimulatedBankOptions {
  readonly clock: Clock;
  /** Resolves after that many milliseconds. */
  readonly sleep: (ms: number) => Promise<unknown>;
  /** Divides every wait but an expiry; above 0. */
  readonly timeScale: number;
  readonly storage: BankStorage;
  /** The local day, `YYYY-MM-DD`. */
  readonly dayOf: (at: number) => string;
  readonly onStorageError: (error: unknown) => void;
  /** `localhost:8080`: where the locations in codes are. */
  readonly host: () => string;
  /** What the charge of a transaction is called at the bank; undefined: no such charge. */
  readonly txidOfTransaction: (transactionId: string) => Promise<string | undefined>;
  /** What a slip with this barcode is called at the bank; undefined: no such slip. */
  readonly txidOfBarcode?: (barcode: string) => Promise<string | undefined>;
  /** Called with each notice; false, or an error: not taken, sent again later. */
  readonly onNotice: (notice: BankNotice) => Promise<boolean>;
}
