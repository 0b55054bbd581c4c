import type { Config } from '../../composition/config/config.ts';
import { addressOfLinks } from '../../composition/config/served-address.ts';
import type { Finding } from './finding.ts';

const ANSWER_WITHIN_MS = 5_000;
const TITLE = 'Endereço público';

/** Whether the service answers at the address that it hands out in links. */
export async function checkAddress(config: Config): Promise<Finding> {
  const address = addressOfLinks(config);
  const production = config.mode === 'production';
  try {
    const answer = await fetch(`${address}/health/live`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    await answer.body?.cancel();
    if (answer.ok) return { title: TITLE, state: 'good', text: `${address} responde`, advice: null };
    return {
      title: TITLE,
      state: 'bad',
      text: `${address}/health/live respondeu ${answer.status}`,
      advice:
        'Outro programa atende lá, ou o proxy não chega ao serviço: confira GUICHE_PUBLIC_URL e o proxy.',
    };
  } catch (error) {
    return {
      title: TITLE,
      state: production ? 'bad' : 'warn',
      text: `${address} não responde (${reasonOf(error)})`,
      advice:
        'Se o serviço está no ar, confira GUICHE_PUBLIC_URL, DNS, certificado e proxy; compradores e lojas usam esse endereço.',
    };
  }
}

/** The code of what is behind the failure of a fetch, such as ECONNREFUSED or CERT_HAS_EXPIRED. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'desconhecido';
  if (error.name === 'TimeoutError') return `sem resposta em ${ANSWER_WITHIN_MS / 1000} s`;
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.message;
}
