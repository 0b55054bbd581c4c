interface Setting {
  readonly name: string;
  readonly fallback: string;
  readonly meaning: string;
}

/** Every setting, for the help and to find misspelled ones. */
export const SETTINGS: readonly Setting[] = [
  { name: 'GUICHE_MODE', fallback: 'sandbox', meaning: 'sandbox ou production' },
  { name: 'GUICHE_HOST', fallback: '127.0.0.1', meaning: 'endereço em que o serviço escuta' },
  { name: 'GUICHE_PORT', fallback: '8080', meaning: 'porta; 0 escolhe uma livre e a mostra' },
  {
    name: 'GUICHE_PUBLIC_URL',
    fallback: 'http://localhost:<porta>',
    meaning: 'base de todo link entregue; https em produção',
  },
  { name: 'GUICHE_DATA_DIR', fallback: './data', meaning: 'banco embutido, fotos, chave mestra da sandbox' },
  {
    name: 'GUICHE_DATABASE_URL',
    fallback: 'SQLite na pasta de dados',
    meaning:
      'postgres://… usa PostgreSQL; vários servidores, dos quais um aceita escrita, separados por vírgula; em produção com sslmode=verify-full, se o servidor é outra máquina',
  },
  {
    name: 'GUICHE_WORKERS',
    fallback: '1',
    meaning: 'processos que atendem na mesma porta, com PostgreSQL: um número, ou auto (um para cada núcleo)',
  },
  {
    name: 'GUICHE_MASTER_KEY',
    fallback: 'gerada na sandbox',
    meaning:
      '32 bytes em base64; várias separadas por vírgula para rotação: a primeira criptografa, todas descriptografam',
  },
  {
    name: 'GUICHE_TRUSTED_PROXIES',
    fallback: 'nenhum',
    meaning: 'endereços ou redes que podem informar X-Forwarded-For, separados por vírgula',
  },
  {
    name: 'GUICHE_METRICS_TOKEN',
    fallback: 'nenhum',
    meaning:
      'Bearer de /metrics, que a produção sempre pede, e a sandbox fora do loopback; 16 caracteres ou mais',
  },
  {
    name: 'GUICHE_SMTP_URL',
    fallback: 'nenhum e-mail',
    meaning:
      'servidor de e-mail: smtp://usuário:senha@servidor:587 ou smtps://…:465; caracteres especiais em %XX',
  },
  {
    name: 'GUICHE_MAIL_FROM',
    fallback: 'o usuário de GUICHE_SMTP_URL, se for um endereço',
    meaning: 'endereço de onde saem os e-mails, como pagamentos@exemplo.com.br',
  },
  {
    name: 'GUICHE_DOCS',
    fallback: 'on',
    meaning: 'serve a referência da API e os guias em /docs e /openapi.json: on ou off',
  },
  {
    name: 'GUICHE_LOG_LEVEL',
    fallback: 'info',
    meaning: 'error, warn, info ou debug; debug inclui as chamadas de /health e /metrics',
  },
  {
    name: 'GUICHE_KEEP_POSTBACKS',
    fallback: '550',
    meaning: 'dias que um aviso (postback) entregue é mantido; de 30 a 36500',
  },
  {
    name: 'GUICHE_KEEP_HISTORY',
    fallback: '550',
    meaning: 'dias que o histórico de uma venda encerrada fica no banco; de 30 a 36500',
  },
  {
    name: 'GUICHE_KEEP_AUDIT',
    fallback: '550',
    meaning: 'dias que a auditoria fica no banco; de 30 a 36500',
  },
  {
    name: 'GUICHE_KEEP_PRINTS',
    fallback: '550',
    meaning: 'dias que uma impressão terminada é mantida; de 30 a 36500',
  },
  {
    name: 'GUICHE_KEEP_PHOTOS',
    fallback: '0',
    meaning: 'dias que uma foto trocada fica no disco; de 0 (15 minutos) a 36500',
  },
  {
    name: 'GUICHE_KEEP_SIMULATOR',
    fallback: '550',
    meaning: 'sandbox: dias que uma cobrança encerrada fica no livro do simulador; de 30 a 36500',
  },
  {
    name: 'GUICHE_ARCHIVE',
    fallback: 'on',
    meaning: 'grava em GUICHE_DATA_DIR/archive, em linhas JSON, o que sai do banco: on ou off',
  },
  {
    name: 'GUICHE_SLIP_RETURNS',
    fallback: 'nenhuma',
    meaning: 'pasta dos arquivos de retorno de boletos: cada um é lido uma vez e vai para done ou failed',
  },
  { name: 'GUICHE_TIME_ZONE', fallback: 'America/Sao_Paulo', meaning: 'fuso das datas locais' },
  {
    name: 'GUICHE_CHECK_DOCUMENTS',
    fallback: 'on em produção, off na sandbox',
    meaning: 'verifica os dígitos de CPF e CNPJ: on ou off',
  },
  { name: 'GUICHE_SIM_TIME_SCALE', fallback: '1', meaning: 'sandbox: divide as esperas do simulador' },
  {
    name: 'GUICHE_SIM_PINPAD',
    fallback: 'on',
    meaning: 'sandbox: um cliente de pagamento simulado em cada terminal sem um próprio: on ou off',
  },
  {
    name: 'GUICHE_SIM_FAULTS',
    fallback: 'nenhuma',
    meaning: 'sandbox: falhas por taxa, como lost=0.01,refused=0.02',
  },
];

/** The table of settings for `--help`. */
export function settingsHelp(): string {
  const width = Math.max(...SETTINGS.map((setting) => setting.name.length));
  const lines = SETTINGS.map(
    (setting) => `  ${setting.name.padEnd(width)}  ${setting.meaning} (padrão: ${setting.fallback})`,
  );
  return [
    ...lines,
    'Rastros (OpenTelemetry): OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SERVICE_NAME, OTEL_TRACES_SAMPLER; sem a primeira não há.',
    'Também num arquivo NOME=valor, que GUICHE_CONFIG nomeia; sem ela, guiche.env na pasta atual. O ambiente prevalece.',
    'Segredos num arquivo cada um: GUICHE_MASTER_KEY_FILE, GUICHE_DATABASE_URL_FILE, GUICHE_METRICS_TOKEN_FILE, GUICHE_SMTP_URL_FILE.',
  ].join('\n');
}
