import type { FastifyInstance, FastifyReply } from 'fastify';
import { refusals } from '../../refusal.ts';
import { messagePage, pageHeaders } from './page.ts';

const FORM_TYPE = 'application/x-www-form-urlencoded';

export const refuseForm = refusals({
  form_unreadable: { status: 415, message: 'O formulário não pôde ser lido. Abra o link de novo.' },
});

/**
 * Routes for people: form bodies come as `URLSearchParams` (read them with `formOf`), other bodies are refused, and
 * every refusal is shown as a page. To be awaited, so that what is registered later knows the routes.
 */
export async function registerPages(
  app: FastifyInstance,
  register: (pages: FastifyInstance) => void,
): Promise<void> {
  await app.register(async (pages) => {
    pages.removeAllContentTypeParsers();
    pages.addContentTypeParser(FORM_TYPE, { parseAs: 'string' }, (_request, text, done) => {
      done(null, new URLSearchParams(text as string));
    });
    pages.addContentTypeParser('*', (_request, _body, done) => done(refuseForm('form_unreadable')));
    pages.addHook('onSend', async (_request, reply, payload) => refusalAsPage(reply, payload));
    register(pages);
  });
}

/** The fields of a form that was sent; none when there was no body. */
export function formOf({ body }: { readonly body: unknown }): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams();
}

/** Of the interfaces that a page may stand under. */
type ErrorBodies = { readonly message: string } | { readonly error: { readonly message: string } };

/** What is refused here is told to a person: the server's error body becomes a page. */
function refusalAsPage(reply: FastifyReply, payload: unknown): unknown {
  const isErrorBody = String(reply.getHeader('content-type')).startsWith('application/json');
  if (!isErrorBody || typeof payload !== 'string') return payload;
  const body = JSON.parse(payload) as ErrorBodies | object;
  // What a page's script is told in place of a page.
  if (!('error' in body || 'message' in body)) return payload;
  const message = 'error' in body ? body.error.message : body.message;
  reply.removeHeader('content-length').headers(pageHeaders());
  return messagePage('Não foi possível continuar', message);
}
