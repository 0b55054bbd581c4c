import { timingSafeEqual } from 'node:crypto';
import { fingerprint } from '../../../platform/fingerprint.ts';
import { networkOf } from '../../../platform/network.ts';
import { Secret } from '../../../platform/secret.ts';
import { isWithin } from '../../../platform/time/is-within.ts';

const CODE_BYTES = 20;
/** How long a registered person may be edited from the same address without the code (docs/contract/decided.md 4). */
export const OPEN_TO_ITS_NETWORK_MS = 30 * 60_000;

/** What is known about the registration of a waiting person without a key. */
export interface Registration {
  /** Fingerprint of the code in the first answer; empty when there was none. */
  readonly codeHash: string;
  /** Where it came from; empty when that was not recorded. */
  readonly network: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** What a registration without a key did to the list of waiting persons; reported to the operator. */
export interface RegistrationEvent {
  /** Number of registrations waiting now. */
  readonly waiting: number;
  /** Whether one was lost: the oldest deleted to make room, or the new one refused because its block was at its limit. */
  readonly lost: 'none' | 'dropped' | 'refused';
}

/** Somebody who edits without a key. */
export interface Registrant {
  /** `codigoCadastro`, if it was sent. */
  readonly code: Secret | undefined;
  readonly address: string;
}

/** The code that allows editing a registration: 160 random bits as letters and digits. */
export function newRegistrationCode(randomBytes: (size: number) => Buffer): Secret {
  return new Secret(randomBytes(CODE_BYTES).toString('hex'));
}

export function registrationCodeHash(code: Secret): string {
  return fingerprint('registration', code.reveal());
}

/**
 * Whether somebody without a key may edit a registration: with the code of its first answer or, for a while, from the
 * network it came from together with its document. Many share a network, so they must know the document too.
 */
export function mayEditRegistration(
  { codeHash, network, createdAt }: Registration,
  { code, address }: Registrant,
  { sameDocument, now }: { readonly sameDocument: boolean; readonly now: number },
): boolean {
  if (code !== undefined) return sameHash(registrationCodeHash(code), codeHash);
  const recent = isWithin(OPEN_TO_ITS_NETWORK_MS, createdAt, now);
  return recent && sameDocument && networkOf(address) === network;
}

function sameHash(presented: string, stored: string): boolean {
  const [left, right] = [Buffer.from(presented, 'latin1'), Buffer.from(stored, 'latin1')];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** For those who watch registrations. */
export interface RegistrationHook {
  /** Called after somebody without a key registered a person, or was refused because too many of theirs wait. */
  readonly onRegistration?: (event: RegistrationEvent) => void;
}
