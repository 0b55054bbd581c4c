import { counted } from '../../platform/text/number-text.ts';
import type { HealthFacts } from './health-facts.ts';
import { durationText } from './health-words.ts';
import type { HealthCheck } from './schema.ts';

const CERTIFICATE_WARNING_MS = 30 * 24 * 60 * 60_000;

/** What is said of a part of the service. */
export type Judged = Pick<HealthCheck, 'state' | 'text'> & Partial<Pick<HealthCheck, 'advice' | 'link'>>;

/** Without its certificate an account makes no charge. */
export function judgeCertificates({ certificates, now }: HealthFacts): Judged {
  const ending = certificates.filter(({ endsAt }) => endsAt - now < CERTIFICATE_WARNING_MS);
  const [first] = ending;
  if (!first) return { state: 'good', text: `${counted(certificates.length, 'certificado')} em dia` };
  const { personId, provider, endsAt } = first;
  const whose = `o de ${provider} da pessoa ${personId}`;
  const over = endsAt <= now;
  return {
    state: over ? 'bad' : 'warn',
    text: over
      ? `${whose} venceu há ${durationText(now - endsAt)}${others(ending.length)}`
      : `${whose} vence em ${durationText(endsAt - now)}${others(ending.length)}`,
    advice: 'Peça outro certificado ao banco e troque-o na conta: sem ele não se cria cobrança Pix.',
    link: { to: '/adquirentes', label: 'Ver as contas' },
  };
}

function others(count: number): string {
  return count > 1 ? `, e mais ${counted(count - 1, 'certificado')} nos próximos 30 dias ou já vencido` : '';
}

/** Without its notices a payment is found a minute later, at the worst after an hour. */
export function judgeNotices({ notices }: Pick<HealthFacts, 'notices'>): Judged {
  const lost = notices.filter(({ told }) => told === 'elsewhere' || told === 'nowhere');
  const [first] = lost;
  if (!first) {
    const here = notices.filter(({ told }) => told === 'here').length;
    return here === notices.length
      ? { state: 'good', text: `${counted(here, 'conta')}: o banco avisa aqui os pagamentos` }
      : {
          state: 'info',
          text: `${here} de ${counted(notices.length, 'conta')} com avisos; as outras ainda não se sabe`,
        };
  }
  const { personId, provider, told } = first;
  const more = lost.length > 1 ? `, e mais ${counted(lost.length - 1, 'conta')}` : '';
  return {
    state: 'warn',
    text: `${provider} da pessoa ${personId} avisa os pagamentos ${told === 'nowhere' ? 'a ninguém' : 'em outro endereço'}${more}`,
    advice:
      'Abra a conta e toque em “Testar agora”: o teste registra o endereço no banco. Se outro sistema usa a mesma chave Pix, ' +
      'só um recebe os avisos. Até lá os pagamentos são achados por consulta, em até um minuto.',
    link: { to: '/adquirentes', label: 'Testar as contas' },
  };
}
