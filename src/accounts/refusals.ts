import { type Refuse, refusals } from '../platform/refusal.ts';

const TABLE = {
  credentials_invalid: {
    status: 401,
    message:
      'Credenciais ausentes ou inválidas. Envie os cabeçalhos authenticationApi e authenticationKey; com o par de checkout, Authorization: Basic.',
  },
  checkout_id_unknown: {
    status: 404,
    message:
      'Identificador público de checkout desconhecido ou revogado. Confira o valor na página Chaves do painel.',
  },
  origin_refused: {
    status: 403,
    message:
      'Esta página não está entre as origens permitidas do identificador. Inclua a origem na página Chaves do painel.',
  },
  origin_invalid: {
    status: 400,
    message: 'Cada origem tem a forma https://loja.exemplo.com.br, com porta se houver, sem caminho; até 20.',
  },
  too_many_keys: {
    status: 429,
    message: 'Muitos pedidos de chave pública a partir deste endereço. Aguarde um instante.',
  },
  too_many_failures: {
    status: 429,
    message: 'Muitas tentativas com credenciais inválidas. Aguarde antes de tentar de novo.',
  },
  key_unknown: { status: 401, message: 'Acesso não autorizado [Token não encontrado].' },
  person_foreign: { status: 403, message: 'Acesso não autorizado [Pessoa não pertence à chave].' },
  person_waiting: { status: 403, message: 'Pessoa aguardando ativação.' },
  person_inactive: { status: 403, message: 'Pessoa desativada.' },
  shop_inactive: {
    status: 403,
    message: 'Esta loja não recebe pagamentos agora. Nada foi cobrado.',
  },
  person_not_inactive: { status: 409, message: 'A pessoa não está desativada.' },
  person_unknown: { status: 404, message: 'Pessoa não encontrada.' },
  person_active: { status: 409, message: 'A pessoa já está ativa.' },
  password_present: {
    status: 403,
    message:
      'Esta pessoa já tem senha: só um administrador da plataforma dá um novo link. Peça a um administrador.',
  },
  document_invalid: { status: 400, message: 'O CPF ou CNPJ é inválido.' },
  document_fixed: { status: 403, message: 'O CPF ou CNPJ de uma pessoa ativa só é mudado pelo operador.' },
  too_many_waiting: {
    status: 429,
    message: 'Há cadastros demais aguardando ativação. Tente mais tarde ou fale com o operador.',
  },
  too_many_registrations: {
    status: 429,
    message: 'Muitos cadastros a partir deste endereço. Aguarde um minuto.',
  },
  session_missing: { status: 401, message: 'Sua sessão terminou. Entre de novo para continuar.' },
  too_many_refusals: {
    status: 429,
    message: 'Muitos pedidos recusados ao mesmo tempo. Aguarde um instante.',
  },
  document_taken: {
    status: 409,
    message: 'Já existe uma pessoa ativa, ou desativada, com o mesmo CPF ou CNPJ.',
  },
  text_invalid: {
    status: 400,
    message: 'O texto deve ter de 1 a 255 caracteres, sem caracteres de controle.',
  },
  password_invalid: {
    status: 400,
    message: 'A senha precisa de pelo menos 12 caracteres, e de no máximo 256.',
  },
  password_document: {
    status: 400,
    message:
      'A senha não pode ser o CPF ou CNPJ, nem ter quase só ele. Escolha outra: uma frase é mais fácil de lembrar.',
  },
  password_common: {
    status: 400,
    message:
      'Esta senha é fácil de adivinhar: é comum, ou feita de palavras, nomes, datas ou sequências muito usadas. Escolha outra, como uma frase de várias palavras.',
  },
  password_repeated: {
    status: 400,
    message: 'Esta senha já foi usada. Escolha uma diferente das quatro últimas.',
  },
  login_invalid: { status: 401, message: 'CPF/CNPJ ou senha inválidos.' },
  login_locked: {
    status: 429,
    message:
      'Muitas senhas erradas para este CPF/CNPJ a partir deste endereço. Aguarde antes de tentar de novo.',
  },
  passwords_busy: { status: 429, message: 'Muitos acessos ao mesmo tempo. Tente de novo em instantes.' },
  link_invalid: { status: 410, message: 'Este link já foi usado ou venceu. Peça um novo a quem o enviou.' },
  credential_unknown: { status: 404, message: 'Nenhuma credencial em uso corresponde ao pedido.' },
  credential_limit: {
    status: 409,
    message: 'A pessoa já tem o máximo de credenciais deste tipo em uso. Revogue uma antes.',
  },
  postback_delay_invalid: {
    status: 400,
    message: 'A espera do primeiro aviso deve ser um número inteiro de segundos, de 0 a 60.',
  },
  second_factor_on: {
    status: 409,
    message: 'O segundo fator já está ativo. Desative-o antes de configurar outro.',
  },
  second_factor_off: { status: 409, message: 'O segundo fator não está ativo.' },
  second_factor_wrong: {
    status: 400,
    message: 'O código não confere. Confira a hora do celular e use o código que aparece agora.',
  },
  passkeys_unavailable: {
    status: 409,
    message:
      'Chaves de acesso só funcionam quando o painel tem endereço https com um nome, e não um número IP. Use o aplicativo autenticador.',
  },
  passkeys_full: {
    status: 409,
    message: 'Você já tem 10 chaves de acesso. Remova uma para adicionar outra.',
  },
  passkey_refused: {
    status: 400,
    message: 'A chave de acesso não pôde ser conferida. Tente de novo a partir do painel.',
  },
  passkey_unknown: { status: 404, message: 'Esta chave de acesso não existe mais.' },
  passkey_name_invalid: {
    status: 400,
    message: 'Dê um nome à chave de acesso, com até 60 caracteres, em uma linha.',
  },
  email_invalid: { status: 400, message: 'Informe um e-mail válido.' },
  phone_invalid: {
    status: 400,
    message: 'Informe o telefone com DDD, como (11) 91234-5678.',
  },
  email_taken: {
    status: 409,
    message: 'Alguém da equipe, ou um convite aberto dela, já tem este e-mail. Use outro.',
  },
  team_role_invalid: { status: 400, message: 'Este papel não existe para esta equipe.' },
  team_full: { status: 409, message: 'A equipe já tem o máximo de pessoas. Encerre o acesso de quem saiu.' },
  user_unknown: { status: 404, message: 'Ninguém da equipe corresponde ao pedido.' },
  user_owner: { status: 409, message: 'O acesso do próprio titular não é mudado aqui.' },
  saved_views_full: { status: 409, message: 'Já há 50 visões salvas. Apague uma para salvar outra.' },
  saved_view_unknown: { status: 404, message: 'Esta visão não existe mais.' },
  label_invalid: {
    status: 400,
    message: 'O nome da chave deve ter até 60 caracteres, em uma linha.',
  },
  shop_setting_invalid: { status: 400, message: 'Uma configuração não é válida.' },
  expiry_invalid: { status: 400, message: 'A validade deve estar no futuro.' },
} as const;

export type AccountRefusal = keyof typeof TABLE;

/** Refusals of persons, credentials and permission, for the routes that ask this room. */
export const refuseAccount: Refuse<AccountRefusal> = refusals<AccountRefusal>(TABLE);
