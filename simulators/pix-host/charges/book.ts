import { randomBytes } from 'node:crypto';
import type { Fields } from '../../host/fields.ts';
import type { BankClient } from '../access/clients.ts';

export type ChargeKind = 'cob' | 'cobv';
export type ChargeStatus = 'ATIVA' | 'CONCLUIDA' | 'REMOVIDA_PELO_USUARIO_RECEBEDOR' | 'REMOVIDA_PELO_PSP';

/** Where the payer's bank reads a charge. */
export interface Location {
  readonly id: number;
  /** Without a scheme. */
  readonly location: string;
  readonly kind: ChargeKind;
  readonly createdAt: number;
  readonly client: BankClient;
  txid: string | undefined;
}

export interface Charge {
  readonly kind: ChargeKind;
  readonly client: BankClient;
  readonly txid: string;
  readonly createdAt: number;
  status: ChargeStatus;
  revision: number;
  /** `calendario`, `devedor`, `valor` and the others, as they were checked. */
  members: Fields;
  location: Location;
  /** Members and status of the earlier revisions. */
  readonly earlier: { readonly members: Fields; readonly status: ChargeStatus }[];
}

export type ReturnState = 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO';

/** Money that goes back to the payer. Centavos. */
export interface Return {
  readonly id: string;
  readonly rtrId: string;
  readonly amount: number;
  readonly nature: string;
  readonly description: string | undefined;
  readonly requestedAt: number;
  state: ReturnState;
  settledAt: number | undefined;
  reason: string | undefined;
}

export interface Payer {
  readonly name: string;
  readonly document: string;
}

/** Money that arrived. Centavos. */
export interface Payment {
  readonly endToEndId: string;
  readonly client: BankClient;
  /** Undefined for a payment by a static code. */
  readonly txid: string | undefined;
  readonly key: string;
  readonly amount: number;
  readonly at: number;
  readonly payer: Payer;
  readonly message: string | undefined;
  readonly returns: Return[];
  /** Whether refunds of it fail: the account has no balance. */
  readonly refundsFail: boolean;
}

/** Charges, payments and locations beyond this: the oldest is forgotten. */
const MAX_KEPT = 200_000;
const TOKEN_BYTES = 16;

export interface Book {
  charge(client: BankClient, txid: string): Charge | undefined;
  /** By the txid alone, for testers. */
  chargeNamed(txid: string): Charge | undefined;
  chargeAt(location: Location): Charge | undefined;
  addCharge(charge: Charge): void;
  charges(): readonly Charge[];
  payment(endToEndId: string): Payment | undefined;
  addPayment(payment: Payment): void;
  payments(): readonly Payment[];
  paymentsOf(charge: Charge): readonly Payment[];
  newLocation(made: { client: BankClient; kind: ChargeKind; host: string; at: number }): Location;
  locations(): readonly Location[];
  locationNamed(token: string): Location | undefined;
}

export function createBook(): Book {
  const charges = new Map<string, Charge>();
  const byTxid = new Map<string, Charge>();
  const payments = new Map<string, Payment>();
  const byCharge = new Map<Charge, Payment[]>();
  const locations = new Map<string, Location>();
  let lastLocation = 0;

  const keep = <Key, Value>(kept: Map<Key, Value>, key: Key, value: Value): void => {
    kept.set(key, value);
    if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value as Key);
  };
  const named = (client: BankClient, txid: string): Charge | undefined => charges.get(nameOf(client, txid));

  return {
    charge: named,
    chargeNamed: (txid) => byTxid.get(txid),
    chargeAt: ({ client, txid }) => (txid === undefined ? undefined : named(client, txid)),
    addCharge(charge) {
      keep(charges, nameOf(charge.client, charge.txid), charge);
      keep(byTxid, charge.txid, charge);
    },
    charges: () => [...charges.values()],
    payment: (endToEndId) => payments.get(endToEndId),
    addPayment(payment) {
      keep(payments, payment.endToEndId, payment);
      const charge = payment.txid === undefined ? undefined : named(payment.client, payment.txid);
      if (charge) keep(byCharge, charge, [...(byCharge.get(charge) ?? []), payment]);
    },
    payments: () => [...payments.values()],
    paymentsOf: (charge) => byCharge.get(charge) ?? [],
    newLocation({ client, kind, host, at }) {
      const token = randomBytes(TOKEN_BYTES).toString('hex');
      lastLocation += 1;
      const path = kind === 'cob' ? 'qr/v2' : 'qr/v2/cobv';
      const location: Location = {
        id: lastLocation,
        location: `${host}/${path}/${token}`,
        kind,
        createdAt: at,
        client,
        txid: undefined,
      };
      keep(locations, token, location);
      return location;
    },
    locations: () => [...locations.values()],
    locationNamed: (token) => locations.get(token),
  };
}

/** Unique for the receiver, whichever kind of charge it is. */
function nameOf({ document }: BankClient, txid: string): string {
  return `${document} ${txid}`;
}
