import type { HostAnswer } from '../../host/faults/deliver.ts';
import { ownsKey } from '../access/clients.ts';
import type { Call } from '../call.ts';
import { instant } from '../charges/wire-form.ts';
import type { Host } from '../host.ts';
import { instantOf, pageOf } from '../wire/paging.ts';
import { Problem, violation } from '../wire/problems.ts';
import type { Registration } from './registration.ts';

const MAX_URL = 140;
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** `PUT /webhook/{chave}`: the last address of a key wins. */
export async function registerNotice(host: Host, call: Call): Promise<HostAnswer> {
  const { client, params, body, headers } = call;
  const key = String(params.chave);
  if (!ownsKey(client, key)) {
    throw violation('WebhookOperacaoInvalida', 'chave', 'não pertence ao usuário recebedor', key);
  }
  const { webhookUrl: url } = body;
  if (typeof url !== 'string' || url.length > MAX_URL || !isNoticeUrl(url)) {
    throw violation('WebhookOperacaoInvalida', 'webhookUrl', 'não respeita o schema', url ?? '');
  }
  const withoutCertificate = headers['x-skip-mtls-checking'] === 'true';
  if (host.quirks.testsNotices && !withoutCertificate && !(await host.notices.isLocked(url))) {
    throw new Problem('WebhookOperacaoInvalida', 'O endereço aceita chamadas sem o certificado do banco.');
  }
  const at = host.clock.now();
  host.registrations.set(key, { client, key, url, createdAt: at, withoutCertificate });
  return { status: 200, body: undefined };
}

/** `GET /webhook/{chave}` */
export async function readNoticeUrl(host: Host, call: Call): Promise<HostAnswer> {
  return { status: 200, body: formOf(registrationOf(host, call)) };
}

/** `DELETE /webhook/{chave}` */
export async function removeNotice(host: Host, call: Call): Promise<HostAnswer> {
  host.registrations.delete(registrationOf(host, call).key);
  return { status: 204, body: undefined };
}

/** `GET /webhook?inicio&fim` */
export async function listNotices(
  { registrations, clock }: Host,
  { client, query }: Call,
): Promise<HostAnswer> {
  const from = query.inicio === undefined ? 0 : instantOf(query.inicio);
  const to = query.fim === undefined ? clock.now() : instantOf(query.fim);
  if (from === undefined || to === undefined || to < from) {
    throw violation('WebhookConsultaInvalida', 'inicio', 'não respeita o schema', query.inicio);
  }
  const found = [...registrations.values()].filter(
    (one) => one.client === client && one.createdAt >= from && one.createdAt <= to,
  );
  const { items, paginacao } = pageOf(found, query, 'WebhookConsultaInvalida');
  return {
    status: 200,
    body: {
      parametros: { inicio: instant(from), fim: instant(to), paginacao },
      webhooks: items.map(formOf),
    },
  };
}

function registrationOf({ registrations }: Host, { client, params }: Call): Registration {
  const found = registrations.get(String(params.chave));
  if (found?.client === client) return found;
  throw violation('WebhookNaoEncontrado', 'chave', 'não tem webhook', params.chave);
}

function formOf({ url, key, createdAt }: Registration) {
  return { webhookUrl: url, chave: key, criacao: instant(createdAt) };
}

/** Plain HTTP only on this machine, where nobody can listen in. */
function isNoticeUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname));
}
