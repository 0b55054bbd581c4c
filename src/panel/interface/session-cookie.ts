import type { FastifyReply, FastifyRequest } from 'fastify';

/** Name and attributes of the session cookie, depending on the public URL. */
export interface SessionCookie {
  read(request: FastifyRequest): string | undefined;
  set(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
}

/**
 * `__Host-` binds the cookie to this host and to TLS; browsers refuse it on plain http, which only a sandbox has. Lax,
 * not Strict: the session must also work after following a link from a message.
 */
export function sessionCookie(publicUrl: () => string): SessionCookie {
  const secure = () => publicUrl().startsWith('https:');
  const name = () => (secure() ? '__Host-guiche' : 'guiche');
  const attributes = () => `Path=/; HttpOnly; SameSite=Lax${secure() ? '; Secure' : ''}`;
  return {
    read: (request) => cookieOf(request.headers.cookie, name()),
    set: (reply, token) => reply.header('Set-Cookie', `${name()}=${token}; ${attributes()}`),
    clear: (reply) => reply.header('Set-Cookie', `${name()}=; ${attributes()}; Max-Age=0`),
  };
}

function cookieOf(header: string | undefined, name: string): string | undefined {
  const prefix = `${name}=`;
  return header
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(prefix))
    ?.slice(prefix.length);
}
