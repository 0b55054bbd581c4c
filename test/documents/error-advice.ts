import type { refuseAccount } from '../../src/accounts/refusals.ts';
import type { refuseLibrary } from '../../src/gateway/browser-library/routes.ts';
import type { refuseCardData } from '../../src/gateway/card-data/refusals.ts';
import type { checkoutRefuse } from '../../src/gateway/checkout/refusals.ts';
import type { refuseDispute } from '../../src/gateway/disputes/refusals.ts';
import type { refuseKind } from '../../src/gateway/http/refusals.ts';
import type { refuseIntention } from '../../src/gateway/intentions/refusals.ts';
import type { KIND_REFUSALS } from '../../src/gateway/kinds/index.ts';
import type { refuseMoney } from '../../src/gateway/money/refusals.ts';
import type { acquirerRefuse } from '../../src/gateway/providers/refusals.ts';
import type { storedCardRefuse } from '../../src/gateway/stored-cards/refusals.ts';
import type { transactionRefuse } from '../../src/gateway/transactions/rules/refusals.ts';
import type { httpRefuse, refuseForm } from '../../src/platform/http/index.ts';

type CodeOf<Refusing extends (code: never) => unknown> = Parameters<Refusing>[0];

/** Codes that only the panel and the command line see, and those of other rooms that merchants never meet. */
type HiddenFromMerchants = 'amount_left_changed' | 'nothing_to_resolve';

/** Every `error.code` of the gateway, but for those of single fields, which the schema gives. */
export type GatewayCode =
  | CodeOf<typeof httpRefuse>
  | CodeOf<typeof refuseForm>
  | Exclude<CodeOf<typeof transactionRefuse>, HiddenFromMerchants>
  | keyof typeof KIND_REFUSALS
  | CodeOf<typeof refuseIntention>
  | CodeOf<typeof refuseKind>
  | CodeOf<typeof refuseCardData>
  | CodeOf<typeof storedCardRefuse>
  | CodeOf<typeof checkoutRefuse>
  | CodeOf<typeof refuseLibrary>
  | CodeOf<typeof refuseMoney>
  | CodeOf<typeof refuseDispute>
  | Extract<CodeOf<typeof acquirerRefuse>, 'provider_unknown' | 'provider_missing'>
  | Extract<
      CodeOf<typeof refuseAccount>,
      | 'credentials_invalid'
      | 'too_many_failures'
      | 'checkout_id_unknown'
      | 'origin_refused'
      | 'too_many_keys'
      | 'shop_inactive'
    >;

const SAME_SALE = 'Nada foi cobrado. Corrija e envie a venda de novo.';
const LATER = 'Espere o tempo de `Retry-After` e repita.';

/** What an integrator does about each code. The compiler finds one that is missing. */
export const ADVICE: Readonly<Record<GatewayCode, string>> = {
  not_found: 'Confira o caminho: `/v1/…` ou `/v2/…`. Um id de outra loja também não existe para a sua.',
  method_not_allowed: 'O cabeçalho `Allow` da resposta diz os métodos do endereço.',
  body_too_large: 'Envie menos de 1 MiB, ou de 64 KiB sem credenciais válidas. Só fotos podem ter mais.',
  unsupported_media_type: 'Envie `Content-Type: application/json`.',
  content_encoding_unsupported: 'Envie o JSON sem comprimir, e sem `Content-Encoding`.',
  body_invalid: 'Confira o JSON: aspas, vírgulas, codificação UTF-8.',
  body_too_deep: 'Envie só os campos da referência.',
  body_too_many_values: 'Envie só os campos da referência.',
  body_bad_text: 'Tire do texto os caracteres NUL e os pares Unicode incompletos.',
  request_invalid: 'Confira o cabeçalho Host e o endereço pedido.',
  too_many_requests: LATER,
  unavailable: `O banco de dados não respondeu. ${LATER} Com a mesma \`Idempotency-Key\` a venda não se repete.`,
  internal_error:
    'Não repita às cegas: consulte a venda por `referenceId`. Informe o `requestId` a quem opera o serviço.',
  form_unreadable: 'Abra o link de novo no navegador.',

  card_number_invalid: `Confira os dígitos com o comprador. ${SAME_SALE}`,
  card_number_for_tests: 'Use um cartão real. Cartões de teste só existem na sandbox.',
  card_number_exposed: `Há um número de cartão em outro campo. Tire-o. ${SAME_SALE}`,
  cvv_invalid: SAME_SALE,
  expiration_month_invalid: SAME_SALE,
  expiration_year_invalid: SAME_SALE,
  holder_name_invalid: SAME_SALE,
  brand_invalid: 'O campo é opcional: sem ele, a bandeira é reconhecida pelo número.',
  card_data_required: SAME_SALE,
  card_hash_conflict: 'Escolha um: `cardHash`, ou os dados em claro.',
  card_token_conflict: 'Escolha um: `token`, `cardHash`, ou os dados em claro.',
  card_token_credit_only: 'Venda no crédito, ou peça o cartão ao comprador para o débito.',
  card_type_invalid: SAME_SALE,
  day_invalid: 'Envie `from` e `to` como dias: `?from=2026-11-25&to=2026-11-25`.',
  status_invalid: 'Envie números de status, como `?status=5,6`.',
  payout_unknown:
    'Confira o `payoutId` em `GET /v1/payouts`: só há pagamentos de contas cujo extrato é lido.',
  account_invalid: 'Use o `account` que `GET /v1/payouts` dá, ou deixe-o fora.',
  receivable_status_invalid: 'Envie um ou mais dos nomes de status de um recebimento, ou tire o parâmetro.',
  dispute_not_found: 'Confira o `disputeId`: é o que a criação respondeu, e só a própria loja o consulta.',
  dispute_of_unpaid: 'Consulte a venda: só o que foi capturado pode ser contestado.',
  dispute_amount_invalid: 'Envie em centavos o valor da carta, no máximo `capturedAmount`.',
  dispute_kind_invalid: 'Envie um dos nomes, ou deixe o campo de fora: vale `chargeback`.',
  dispute_money_invalid:
    'Envie `debited` quando a adquirente já descontou o valor, ou deixe o campo de fora.',
  dispute_day_invalid: 'Envie o dia que está na carta, `aaaa-MM-dd`.',
  dispute_state_invalid: 'Envie um ou mais dos nomes de estado, ou tire o parâmetro.',
  dispute_step_conflict: 'Consulte a disputa: alguém já a respondeu, ou ela foi decidida.',
  too_many_disputes: 'Consulte as disputas da venda com `?transactionId=`.',
  dispute_busy: LATER,
  too_many_lists: `Peça uma página de cada vez. ${LATER}`,
  cursor_invalid: 'Envie o `cursor` da resposta anterior como veio.',
  payment_kind: 'Envie em `payment` um só objeto: `card` ou `pix`.',
  payment_kind_unavailable: 'Envie `payment.card` ou `payment.pix`: a loja ainda não recebe de outra forma.',
  pix_unavailable: 'Quem opera o serviço cadastra a conta do banco: `guiche acquirer add`.',
  pix_key_invalid: 'Envie `RANDOM_KEY`, `EMAIL`, `DOCUMENT` ou `PHONE`, ou deixe o campo de fora.',
  pix_expiration_invalid:
    'Envie uma data local `aaaa-MM-ddTHH:mm:ss`, ou deixe o campo de fora: vale 7 dias.',
  pix_life_too_long: 'Envie um vencimento dentro de 24 horas, ou deixe o campo de fora.',
  slip_unavailable: 'Quem opera o serviço cadastra a conta do banco: `guiche acquirer add`.',
  slip_field_missing:
    'Um boleto precisa de `customer` com `name`, `document` e `address` inteiro, e de `expirationDate` e `instructions`.',
  slip_field_invalid: 'Corrija o campo que `field` diz.',
  slip_due_date_invalid: 'Envie um dia `aaaa-MM-dd`, de hoje a um ano à frente.',
  slip_amount_invalid: 'O banco aceita boletos a partir de um valor, e até R$ 99.999.999,99.',
  interest_above_limit: 'Até 1% ao mês, ou o mesmo em centavos por dia.',
  fine_above_limit: 'Até 2% do valor.',
  interest_type_unsupported:
    'Use `interestType` 3, ou use `issuerInstallments=store` na conta da adquirente; no ambiente de testes, em *Testes* no painel.',
  authentication_data_only: 'Envie a prova de uma autenticação, ou venda no crédito com `authenticate` 2.',
  authentication_not_made:
    'Peça a autenticação de novo e envie a prova dela, ou venda no crédito com `authenticate` 2.',
  retry_limit:
    'Peça outro cartão, ou espere: `retryReason` diz qual limite. A loja escolhe em *Ajustes* do painel se tais tentativas são recusadas ou feitas.',
  three_d_secure_unavailable: 'Venda no crédito sem `authenticate`, ou por uma adquirente que autentica.',
  user_agent_required: 'Repasse o User-Agent do navegador do comprador.',
  amount_parameter_invalid: 'Envie centavos sem vírgula nem ponto: R$ 10,00 é `1000`.',
  amount_conflict: 'Envie o valor só no corpo ou só no endereço.',
  amount_above_available:
    'Consulte a transação: captura até `amount`; estorno até `capturedAmount` menos `refundedAmount`.',
  status_conflict: 'Captura vale no status 5; cancelamento, no 5 e no 6. Consulte o status atual.',
  partial_unsupported: 'Repita sem `amount`.',
  movement_unsupported: 'Faça a operação no portal da adquirente.',
  window_passed: 'A adquirente não a aceita mais: faça-a no portal dela, se ela permitir.',
  movement_running: 'Consulte a transação em instantes antes de repetir.',
  refund_by_transfer: 'Faça uma transferência a quem pagou; o gateway não a faz.',
  movement_declined: 'Veja `providerCode` e `providerMessage`, e fale com a adquirente.',
  acquirer_unreachable: LATER,
  idempotency_key_invalid: 'Use um UUID para cada pedido novo.',
  idempotency_running: 'Espere a resposta do primeiro pedido, ou repita com a mesma chave em instantes.',
  idempotency_mismatch:
    'Gere uma chave nova para cada pedido diferente; repita a mesma só com o mesmo corpo.',
  post_back_url_invalid: SAME_SALE,
  return_url_invalid: SAME_SALE,
  amount_of_intention: 'Envie o valor do link, ou crie outro link.',
  intention_agreed_otherwise: 'Tire o campo, ou crie outro link com ele.',
  intention_not_found:
    'Para uma venda nova, não envie `transactionId`; para pagar um link seu, confira o identificador.',
  intention_not_payable: 'Consulte a transação: se foi paga, entregue; se não, crie outro link.',
  intention_tries_used_up: 'Crie outro link.',
  intention_card_refused: 'Peça outro cartão.',
  intention_type_not_offered: 'Use uma forma e um tipo que o link oferece.',
  intention_installments_not_offered: 'Use um número de parcelas que o link oferece.',
  transaction_not_found: 'Confira o id, e se as credenciais são as da loja que vendeu.',
  reference_id_required: 'Envie `?referenceId=` com a referência da loja.',
  limit_invalid: 'Envie um número inteiro dentro do limite, ou nada.',

  card_hash_expired: 'Peça outra chave pública e criptografe de novo: uma por venda.',
  card_hash_invalid:
    'Confira o preenchimento PKCS#1 v1.5 e a `sessionKey` no fim; veja o guia do cartão criptografado.',
  card_hash_busy: LATER,
  ttl_invalid: 'O `ttl` é em minutos.',
  key_pairs_exhausted: LATER,
  too_many_public_keys: 'Peça uma chave por venda. Espere um minuto.',
  sessions_exceeded: 'Peça uma chave por venda, quando o comprador digita o cartão, com `ttl` menor.',

  card_token_invalid: 'Peça o cartão ao comprador e guarde-o de novo.',
  card_token_account_gone: 'Peça o cartão ao comprador e guarde-o de novo.',
  card_token_other_provider: 'Não envie `provider`.',
  card_refused: 'Peça outro cartão.',
  tokenization_unsupported: 'Venda sem guardar o cartão, ou use uma adquirente que guarde.',
  tokenization_not_found: 'Confira o id, e se as credenciais são as da loja.',
  tokenization_running: 'Repita com a mesma chave em instantes.',
  tokenization_failed: LATER,
  tokenization_pending: 'Repita o mesmo pedido: o cartão não é salvo duas vezes.',

  payment_link_not_found: 'Confira o id, e se as credenciais são as da loja.',
  amount_bounds_invalid: 'Corrija e crie o link de novo.',
  pix_discount_invalid: 'Envie só o percentual, como `5`, ou deixe o campo de fora: vale o da loja.',
  first_method_invalid: 'Envie `card`, `pix` ou `bankSlip`, ou deixe o campo de fora.',
  expiration_invalid: 'Envie a data local, sem fuso.',
  library_unknown: 'Carregue a biblioteca pelo endereço que o painel mostra.',
  library_not_built: 'Quem opera o serviço deve rodar `npm ci`.',
  shop_origin_invalid: 'Envie a origem da página, sem caminho.',

  provider_unknown: 'Tire `provider`, ou peça a quem opera o serviço uma conta nessa adquirente.',
  provider_missing:
    'A loja ainda não tem conta de adquirente, ou tem várias sem padrão: fale com quem opera o serviço.',
  credentials_invalid:
    'Confira os cabeçalhos `authenticationApi` e `authenticationKey` (chave pública: Basic do par de checkout), e se a chave não foi revogada.',
  too_many_failures: `Este endereço errou demais. ${LATER} Corrija as chaves antes.`,
  checkout_id_unknown: 'Copie o identificador da página **Chaves** do painel.',
  origin_refused: 'Inclua a origem da página em **Chaves**, no painel.',
  too_many_keys: LATER,
  shop_inactive: 'A plataforma desativou a loja: fale com ela. Nada foi cobrado nem salvo.',
};
