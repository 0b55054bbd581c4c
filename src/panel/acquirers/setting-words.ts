/** How a setting of an account is asked for on a form; its `meaning` is what the command line says. */
export interface SettingWords {
  readonly title: string;
  /** In place of its meaning. */
  readonly hint?: string;
  /** Its values and what they mean, the default first; those that an acquirer does not take are left out. */
  readonly choices?: readonly (readonly [value: string, label: string])[];
  /** Few accounts need another than the default. */
  readonly rare?: boolean;
}

const DEFAULT_ADDRESS = 'Em branco: o endereço padrão';
const addressOf = (title: string): SettingWords => ({ title, hint: DEFAULT_ADDRESS, rare: true });
const onOff = (on: string, off: string) =>
  [
    ['on', on],
    ['off', off],
  ] as const;

export const SETTING_WORDS: Readonly<Record<string, SettingWords>> = {
  // Rede
  pv: { title: 'Número do estabelecimento (PV)', hint: 'O número de filiação na Rede, só algarismos' },
  key: { title: 'Chave de integração', hint: 'Está no portal da Rede. Depois de salva, não aparece mais' },
  cards: addressOf('Endereço dos cartões salvos'),
  auth: {
    title: 'Como entra na API',
    choices: [
      ['oauth', 'Com token, na versão 2'],
      ['basic', 'Com a chave, na versão 1, que a Rede encerrou'],
    ],
    rare: true,
  },
  softDescriptorMax: { title: 'Letras do nome na fatura', rare: true },
  timeZoneOffset: {
    title: 'Fuso horário no 3-D Secure',
    hint: 'Como Brasília é escrita',
    choices: [
      ['west', '3 (padrão)'],
      ['east', '-3'],
    ],
    rare: true,
  },
  statement: {
    title: 'Extrato da Rede',
    hint: 'Lido todo dia, para conferir o que foi pago',
    choices: [
      ['off', 'Não ler'],
      ['on', 'Ler'],
    ],
  },
  statementUser: { title: 'Usuário do extrato', hint: 'Em branco: o número e a chave de cima', rare: true },
  statementPassword: { title: 'Senha do extrato', hint: 'Depois de salva, não aparece mais', rare: true },
  statementApi: addressOf('Endereço do extrato'),
  statementTokenPath: { title: 'Caminho do token do extrato', rare: true },
  // Cielo
  merchantId: {
    title: 'Identificação da loja (MerchantId)',
    hint: 'Está no portal da Cielo, em API E-commerce',
  },
  merchantKey: { title: 'Chave da loja (MerchantKey)', hint: 'Depois de salva, não aparece mais' },
  baseUrl: addressOf('Endereço das vendas'),
  queryUrl: addressOf('Endereço das consultas'),
  zeroAuth: {
    title: 'Verificação sem valor (Zero Auth)',
    hint: 'Confere um cartão antes de salvar',
    choices: onOff('Contratada', 'Não contratada'),
  },
  threeDs: {
    title: '3-D Secure feito pela loja',
    hint: 'A prova de que o comprador foi autenticado',
    choices: [
      ['external', 'Aceita'],
      ['none', 'Não aceita'],
    ],
  },
  debit: {
    title: 'Débito',
    hint: 'Pede a prova da autenticação',
    choices: onOff('Contratado', 'Não contratado'),
  },
  pix: {
    title: 'Pix pela Cielo',
    hint: 'Usado quando a loja não tem conta em banco, ou quando a venda pede CIELO',
    choices: onOff('Recebe', 'Não recebe'),
  },
  // Both
  softDescriptor: {
    title: 'Nome da loja na fatura',
    hint: 'Só vai se a adquirente habilitou',
    choices: onOff('Enviar em cada venda', 'Não enviar'),
  },
  issuerInstallments: {
    title: 'Parcelamento com juros do emissor',
    hint: 'O que fazer com a venda em que o comprador parcela com o banco dele',
    choices: [
      ['issuer', 'Parcelar pelo emissor'],
      ['refuse', 'Recusar a venda'],
      ['store', 'Vender como parcelado pela loja'],
    ],
  },
  // Banks
  clientId: { title: 'Identificação da aplicação (client id)', hint: 'Está no portal do banco para APIs' },
  clientSecret: {
    title: 'Segredo da aplicação (client secret)',
    hint: 'Depois de salvo, não aparece mais',
  },
  appKey: { title: 'Chave da aplicação', hint: 'No portal do Banco do Brasil: gw-dev-app-key' },
  checkingAccount: { title: 'Conta corrente', hint: 'Só se a credencial alcança várias contas' },
  certificate: { title: 'Certificado (arquivo PEM)', hint: 'O que o banco emitiu para a loja' },
  certificateKey: { title: 'Chave do certificado (arquivo PEM)', hint: 'Depois de salva, não aparece mais' },
  pfx: { title: 'Certificado com chave (arquivo .p12 ou .pfx)', hint: 'No lugar dos dois arquivos PEM' },
  pfxPassphrase: { title: 'Senha do arquivo ou da chave', hint: 'Em branco, se não tem senha' },
  authority: {
    title: 'Autoridade do banco (arquivo PEM)',
    hint: 'Em branco: as que esta máquina conhece',
    rare: true,
  },
  beneficiary: {
    title: 'Boletos: agência, conta e dígito',
    hint: '12 números: agência (4), conta (7) e dígito. Em branco: a conta não faz boletos',
  },
  portfolio: { title: 'Boletos: carteira', hint: 'Em branco: 109', rare: true },
  slipProduct: {
    title: 'Boletos: com Pix',
    hint: 'No C6 Bank, uma escolha liga os boletos da conta',
    choices: [
      ['hybrid', 'Com QR Code do Pix no boleto'],
      ['plain', 'Só código de barras'],
    ],
  },
  slips: addressOf('Endereço dos boletos'),
  randomKey: { title: 'Chave Pix aleatória', hint: 'Basta uma chave Pix, de qualquer tipo' },
  emailKey: { title: 'Chave Pix: e-mail' },
  documentKey: { title: 'Chave Pix: CPF ou CNPJ', hint: 'Sem pontuação' },
  phoneKey: { title: 'Chave Pix: telefone', hint: 'Como +5511987654321' },
  receiverName: { title: 'Nome de quem recebe', hint: 'Nos QR Codes que o banco não monta', rare: true },
  receiverCity: { title: 'Cidade de quem recebe', hint: 'Nos mesmos QR Codes', rare: true },
  noticeLock: {
    title: 'Proteção dos avisos do banco',
    choices: [
      ['path', 'Endereço secreto'],
      ['certificate', 'Endereço secreto e certificado do banco'],
    ],
    rare: true,
  },
  // Acquirers and banks
  surplus: {
    title: 'Pix pago a mais',
    hint: 'O que chega em dobro, com outro valor ou depois do fim',
    choices: [
      ['refund', 'Volta para quem pagou'],
      ['keep', 'Fica com a loja'],
    ],
    rare: true,
  },
  api: addressOf('Endereço da API'),
  token: addressOf('Endereço do token'),
};
