/**
 * How somebody got in: with an integration key, a login key, a one-time link, at the command line, in the panel, or
 * with none of them.
 */
export const ORIGINS = ['key', 'login', 'link', 'command', 'panel', 'none'] as const;
export type AuditOrigin = (typeof ORIGINS)[number];

/** Who did something, as far as that is known. */
export interface Actor {
  readonly origin: AuditOrigin;
  readonly personId: number | undefined;
  /** Of the person, or of its user in the panel. */
  readonly role: string | undefined;
  /** The user of the person's team that was logged in to the panel. */
  readonly userId: number | undefined;
  /** The credential used, never the key itself. */
  readonly credentialId: number | undefined;
}

/** One thing that was done or refused. */
export interface AuditEntry {
  /** Also in the logs and in the answer. */
  readonly requestId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** What: `Produto/Insert`, `person deactivate`. */
  readonly operation: string;
  readonly by: Actor;
  /** The person acted for. */
  readonly forPersonId: number | undefined;
  /** From where: an IP address, or `user@host` of a command. */
  readonly address: string;
  /** `ok`, the code of the refusal, or `begun` when it is not known whether it happened. */
  readonly result: string;
  /** The record touched: `produto:12`. */
  readonly record: string | undefined;
  /** Further facts, in a few words; never anything secret. */
  readonly detail?: string | undefined;
}

/** Longer details are cut. */
export const MAX_DETAIL_CHARACTERS = 300;

export const NOBODY: Actor = {
  origin: 'none',
  personId: undefined,
  role: undefined,
  userId: undefined,
  credentialId: undefined,
};

/** The owner of the key of a request. */
export function actorOf({
  personId,
  role,
  credentialId,
  credentialKind,
}: {
  readonly personId: number;
  readonly role: string;
  readonly credentialId: number;
  readonly credentialKind: string;
}): Actor {
  return { ...NOBODY, origin: credentialKind === 'login' ? 'login' : 'key', personId, role, credentialId };
}

/** A user of the panel. */
export function actorOfUser({
  id,
  personId,
  role,
}: {
  readonly id: number;
  readonly personId: number;
  readonly role: string;
}): Actor {
  return { ...NOBODY, origin: 'panel', personId, role, userId: id };
}
