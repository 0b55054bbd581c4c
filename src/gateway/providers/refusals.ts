import { refusals } from '../../platform/refusal.ts';

export const acquirerRefuse = refusals({
  provider_unknown: {
    status: 400,
    message: 'O campo payment.card.provider traz uma adquirente com a qual esta loja não tem conta.',
  },
  provider_missing: {
    status: 400,
    message: 'Informe payment.card.provider: esta loja não tem uma adquirente padrão.',
  },
  setting_invalid: { status: 400, message: 'Um ajuste da conta é inválido.' },
  account_identity: {
    status: 409,
    message:
      'Este ajuste diz de quem é a conta e não muda: as vendas já feitas são procuradas por ele. Remova a conta e adicione outra.',
  },
  connector_missing: { status: 400, message: 'Não há conector de produção para esta adquirente.' },
  account_unknown: { status: 404, message: 'A pessoa não tem conta nesta adquirente.' },
  account_exists: { status: 409, message: 'A pessoa já tem uma conta nesta adquirente.' },
  routing_rules_invalid: { status: 400, message: 'As regras de rota têm um erro.' },
  routing_payment_invalid: { status: 400, message: 'O pagamento a testar tem um erro.' },
  routing_version_unknown: { status: 404, message: 'Não há essa versão das regras de rota.' },
  too_many_accounts: { status: 409, message: 'A pessoa já tem o máximo de contas de adquirente.' },
});
