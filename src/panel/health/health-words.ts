import { counted, numberText } from '../../platform/text/number-text.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** The smallest duration shown in each unit: `47 horas`, then `2 dias`. */
const UNITS = [
  { fromMs: 2 * DAY_MS, unitMs: DAY_MS, one: 'dia' },
  { fromMs: 2 * HOUR_MS, unitMs: HOUR_MS, one: 'hora' },
  { fromMs: 2 * MINUTE_MS, unitMs: MINUTE_MS, one: 'minuto' },
] as const;

const MEGABYTE = 1_000_000;
const GIGABYTE = 1_000_000_000;
const numeral = numberText({ maximumFractionDigits: 1 });

/** `45 segundos`, `3 minutos`, `26 horas`, `4 dias` */
export function durationText(ms: number): string {
  const unit = UNITS.find(({ fromMs }) => ms >= fromMs);
  return unit
    ? counted(Math.floor(ms / unit.unitMs), unit.one)
    : counted(Math.round(ms / SECOND_MS), 'segundo');
}

/** `12,5 GB`, `340 MB` */
export function bytesText(bytes: number): string {
  return bytes >= GIGABYTE
    ? `${numeral(bytes / GIGABYTE)} GB`
    : `${numeral(Math.max(0.1, bytes / MEGABYTE))} MB`;
}

/** Titles of the jobs; a job of another version, without one, is shown by its name. */
const JOB_TITLES: Readonly<Record<string, string>> = {
  recovery: 'Resolver vendas sem resposta',
  'reclaim-room': 'Liberar espaço no banco',
  'fill-search-columns': 'Preparar vendas antigas para a busca',
  'expire payment links': 'Encerrar links vencidos',
  'card-data-sweep': 'Apagar sessões de chave pública vencidas',
  'forget authentications': 'Apagar autenticações encerradas',
  'capture windows': 'Avisar de capturas cujo prazo está acabando',
  'forget tries of cards': 'Esquecer tentativas antigas dos cartões',
  'forget idempotency keys': 'Apagar chaves de repetição vencidas',
  'send mails': 'Enviar e-mails',
  'write monthly sales': 'Preparar o e-mail do mês para o contador',
  'write reminders of charges': 'Preparar lembretes de cobranças mensais',
  'forget mails': 'Apagar e-mails enviados há mais de 30 dias, e anúncios de pagamentos de ontem',
  'forget tries on pages': 'Esquecer tentativas nas páginas de pagamento',
  'sale request keys': 'Apagar chaves de repetição de vendas',
  'sales that nobody took': 'Encerrar vendas paradas no terminal',
  'charges of the back office': 'Acertar vendas cobradas pelo gateway',
  'recurring charges': 'Cobrar recorrências',
  'simulated payment client': 'Terminal simulado da sandbox',
  'print jobs that nobody took': 'Encerrar impressões paradas no terminal',
  'stored-card-recovery': 'Resolver cartões salvos sem resposta',
  'forget statements': 'Apagar extratos de adquirentes de mais de cinco anos',
  statements: 'Ler os extratos das adquirentes',
  'disputes of statements': 'Registrar as disputas que os extratos das adquirentes trazem',
  'disputes of Pix': 'Registrar as disputas de Pix que os bancos abrem',
  'watch disputes': 'Cuidar dos prazos das disputas',
  'forget dispute files': 'Apagar anexos de disputas de mais de cinco anos',
  'forget bank lines': 'Apagar extratos de banco de mais de cinco anos',
  'forget receivables': 'Apagar recebimentos de mais de cinco anos',
  receivables: 'Escrever o que há a receber de cada venda',
  clock: 'Conferir o relógio com o do banco',
  pix: 'Conferir Pix em aberto e devolver o que sobra',
  'pix received': 'Conferir com os bancos os Pix recebidos',
  'simulated bank': 'Banco simulado da sandbox',
  'sandbox clock': 'Seguir o relógio da sandbox',
  'due again': 'Retomar o que um relógio errado adiou',
  'tokenization-outcomes': 'Avisar de cartões salvos',
  'forget keys of tokenizations': 'Apagar chaves de repetição de cartões salvos',
  'forget keys of payment links': 'Apagar chaves de repetição de links de pagamento',
  'acquirer health': 'Compartilhar a saúde das adquirentes',
  retention: 'Arquivar e apagar dados antigos',
  'photos-sweep': 'Apagar fotos sem uso',
  'audit-seal': 'Encadear a auditoria',
  'accounts-sweep': 'Apagar sessões e links vencidos',
};

export function jobTitle(name: string): string {
  return JOB_TITLES[name] ?? name;
}
