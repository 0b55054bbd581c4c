import { type Refuse, refusals } from '../platform/refusal.ts';

const TABLE = {
  session_missing: { status: 401, message: 'Sua sessão terminou. Entre de novo para continuar.' },
  address_unknown: { status: 404, message: 'Este endereço não existe no painel.' },
  login_invalid: { status: 401, message: 'Login ou senha inválidos.' },
  login_locked: { status: 429, message: 'Muitas senhas erradas. Aguarde antes de tentar de novo.' },
  second_factor_invalid: {
    status: 401,
    message: 'O código não confere ou já foi usado. Use o código que aparece agora.',
  },
  passkey_invalid: {
    status: 401,
    message: 'A chave de acesso não foi aceita. Tente de novo, ou confirme de outra forma.',
  },
  second_factor_locked: { status: 429, message: 'Muitos códigos errados. Aguarde antes de tentar de novo.' },
  second_factor_needed: { status: 403, message: 'Confirme que é você para continuar.' },
  second_factor_missing: {
    status: 403,
    message: 'Ative o segundo fator em Segurança para continuar: ele é exigido para este acesso.',
  },
  not_allowed: { status: 403, message: 'Seu papel na equipe não permite isto. Peça a um administrador.' },
  person_foreign: { status: 404, message: 'Pessoa não encontrada.' },
  card_number_exposed: {
    status: 400,
    message: 'Este texto contém um número de cartão. Retire-o: ele ficaria gravado em claro.',
  },
  person_own: {
    status: 409,
    message: 'Você entrou com o acesso desta pessoa: peça a outro administrador da plataforma.',
  },
  statement_line_unknown: { status: 404, message: 'Esta linha de extrato não existe.' },
  statement_payout_unknown: { status: 404, message: 'Este pagamento não existe.' },
  statement_line_decided: {
    status: 409,
    message: 'Esta linha já foi decidida, ou a adquirente a mudou: veja-a de novo.',
  },
  pause_end_invalid: { status: 400, message: 'Escolha um dia e uma hora no futuro, ou deixe em branco.' },
  pause_of_bank: { status: 409, message: 'Esta conta recebe Pix: só contas de cartão se pausam.' },
  reason_missing: { status: 400, message: 'Escreva o motivo: ele fica na auditoria.' },
  settle_reason_missing: {
    status: 400,
    message: 'Escreva quem confirmou na adquirente e como: fica no histórico da venda.',
  },
  receipt_address_missing: { status: 400, message: 'Informe o e-mail que vai receber o comprovante.' },
  receipt_limit_reached: {
    status: 429,
    message: 'Já foram enviados comprovantes demais por e-mail. Tente de novo amanhã.',
  },
  mails_unavailable: {
    status: 409,
    message: 'O envio de e-mails não foi configurado por quem opera este Guichê.',
  },
  name_missing: { status: 400, message: 'Informe o nome.' },
  document_invalid: { status: 400, message: 'Confira o CPF ou CNPJ: ele não é válido.' },
  buyer_without_document: {
    status: 409,
    message: 'A venda não tem o CPF ou CNPJ de quem comprou. Cadastre o cliente em Clientes.',
  },
  shop_needed: {
    status: 409,
    message: 'Links são de uma loja. Abra em Lojas ou Pessoas a loja que vai receber.',
  },
  last_day_invalid: { status: 400, message: 'Escolha um dia a partir de hoje, até um ano à frente.' },
  amount_bounds_invalid: {
    status: 400,
    message: 'Com valor livre, o mínimo não pode passar do máximo.',
  },
  shop_inactive: {
    status: 403,
    message: 'Esta pessoa não está ativa: nada se vende em nome dela até que a plataforma a ative.',
  },
  till_not_permitted: { status: 400, message: 'O terminal não permite esta venda.' },
  category_missing: {
    status: 409,
    message: 'Todo produto fica em uma categoria. Crie a primeira em Categorias.',
  },
  photo_invalid: {
    status: 400,
    message: 'A foto deve ser uma imagem JPEG, PNG, WebP ou GIF, de até 8 MB e 40 milhões de pixels.',
  },
  dispute_file_invalid: {
    status: 400,
    message:
      'O anexo deve ser um PDF, ou uma imagem JPEG, PNG, WebP ou GIF, de até 10 MB. Se ele abre no seu computador, imprima-o em um PDF novo e envie esse.',
  },
  dispute_file_locked: {
    status: 400,
    message: 'Este PDF pede uma senha. Abra-o com ela, imprima-o em um PDF novo e envie esse.',
  },
  dispute_file_long: { status: 400, message: 'Este PDF tem mais de 20 páginas. Envie só as que importam.' },
  dispute_file_heavy: {
    status: 400,
    message: 'Este PDF é pesado demais para ser lido. Envie só as páginas que importam, ou fotos delas.',
  },
  dispute_file_large: {
    status: 400,
    message:
      'As páginas deste anexo passam de 4 MB. Divida-o em partes, ou digitalize-o com menos resolução.',
  },
  dispute_file_unknown: { status: 404, message: 'Este anexo não existe mais.' },
  too_many_dispute_files: { status: 409, message: 'Uma disputa leva no máximo dez anexos. Tire um antes.' },
  address_invalid: {
    status: 400,
    message:
      'Informe um endereço completo, como https://loja.com.br/avisos. Endereços internos não são aceitos.',
  },
  record_unknown: { status: 404, message: 'Registro não encontrado. Ele pode ter sido removido.' },
  cross_site: { status: 403, message: 'O pedido não veio do painel. Recarregue a página e tente de novo.' },
  demo_untouchable: {
    status: 409,
    message: 'Esta venda é de demonstração: nenhuma adquirente a conhece, e não há o que movimentar.',
  },
  slip_not_replaceable: { status: 409, message: 'Este boleto não pode ser trocado por outro.' },
  receipt_without_sale: {
    status: 409,
    message: 'Esta venda não tem comprovante: ele existe só depois que o pagamento é autorizado.',
  },
  idempotency_key_missing: {
    status: 400,
    message: 'O painel não enviou a chave do pedido. Recarregue a página e tente de novo.',
  },
  postback_unknown: { status: 404, message: 'Aviso não encontrado.' },
  postback_test_running: {
    status: 409,
    message: 'Um teste desta loja ainda está em andamento. Espere ele terminar.',
  },
  asset_unknown: { status: 404, message: 'Esta parte do painel não existe mais. Recarregue a página.' },
  field_invalid: { status: 400, message: 'Um campo é inválido.' },
} as const;

export type PanelRefusal = keyof typeof TABLE;

/** Refusals of the panel's own interface; those of the rooms pass through unchanged. */
export const refusePanel: Refuse<PanelRefusal> = refusals<PanelRefusal>(TABLE);
