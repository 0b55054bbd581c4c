import type { FastifyReply, FastifyRequest } from 'fastify';

/** How the session's cookie is named and sent; it follows from the public address. */
export interface SessionCookie {
  read(request: FastifyRequest): string | undefined;
  set(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
}

/**
 * `__Host-` binds the cookie to this host and to TLS; browsers refuse it on plain http, which only a sandbox has.
 * Lax, not Strict: whoever follows a link from a message must find the session.
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
