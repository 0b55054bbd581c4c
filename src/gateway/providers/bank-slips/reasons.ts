import type { Reasons } from '../../../platform/text/reasons.ts';

/** Reasons of the connectors of banks for slips. */
export const BANK_SLIP_REASONS: Reasons = {
  texts: {
    'the bank takes no slip of this amount': 'o banco não registra boleto desse valor',
    'the numbers of the account are used up': 'acabaram os números de boleto da conta',
    'the slip has another amount': 'o boleto tem outro valor no banco',
    'the answer tells of another slip': 'o banco respondeu sobre outro boleto',
    'the answer tells no state of the slip': 'a resposta não diz a situação do boleto',
    'the answer tells no slips': 'a resposta não traz boletos',
    'the bank tells of this slip only by its own name for it':
      'a resposta do registro se perdeu, e o banco só encontra o boleto pelo nome que ele mesmo deu',
    'the bank takes this slip back only by its own name for it':
      'a resposta do registro se perdeu, e o banco só baixa o boleto pelo nome que ele mesmo deu',
    'the bank did not take the slip back': 'o banco não baixou o boleto',
    'the address is set in the portal of the bank': 'o endereço dos avisos é informado no portal do banco',
    'the bank does not tell where it sends notices of slips':
      'o banco não diz a que endereço avisa os boletos',
    'the answer tells no amount': 'a resposta não diz o valor do boleto',
    'the answer tells payments that cannot be read': 'a resposta traz pagamentos que não podem ser lidos',
    'the account has no Pix key': 'a conta não tem chave Pix, e o boleto com Pix precisa de uma',
    'the setting beneficiary is missing': 'falta o ajuste beneficiary na conta',
  },
};
