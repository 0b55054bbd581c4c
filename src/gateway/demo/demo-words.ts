/** Of tests: no bank gives out cards that begin so and are in nobody's hands. */
export const BRANDS = [
  { name: 'VISA', bin: '423564' },
  { name: 'VISA', bin: '400000' },
  { name: 'MASTERCARD', bin: '544828' },
  { name: 'MASTERCARD', bin: '555555' },
  { name: 'ELO', bin: '636297' },
  { name: 'AMEX', bin: '376449' },
  { name: 'HIPERCARD', bin: '606282' },
] as const;

/** From and to, in centavos; what stands more often is bought more often. */
export const AMOUNTS = [
  [1_490, 5_990],
  [1_490, 5_990],
  [3_990, 14_990],
  [3_990, 14_990],
  [9_990, 39_990],
  [29_990, 189_000],
] as const;

export const DENIALS = [
  { code: '51', message: 'Saldo ou limite insuficiente.', declineClass: 'soft_customer' },
  { code: '51', message: 'Saldo ou limite insuficiente.', declineClass: 'soft_customer' },
  { code: '51', message: 'Saldo ou limite insuficiente.', declineClass: 'soft_customer' },
  {
    code: '05',
    message: 'O banco não aprovou. Fale com o emissor do cartão.',
    declineClass: 'soft_customer',
  },
  {
    code: '05',
    message: 'O banco não aprovou. Fale com o emissor do cartão.',
    declineClass: 'soft_customer',
  },
  { code: '57', message: 'Este cartão não permite esta compra. Use outro.', declineClass: 'hard' },
  { code: 'N7', message: 'Confira o código de segurança.', declineClass: 'fix_data' },
  { code: '54', message: 'Cartão vencido.', declineClass: 'fix_data' },
  { code: '59', message: 'O banco pede confirmação. Fale com o emissor.', declineClass: 'soft_customer' },
  { code: '91', message: 'O banco não respondeu. Tente de novo.', declineClass: 'soft_technical' },
] as const;

/** How likely somebody buys at each hour of the day, 0 to 1. */
export const HOURS = [
  0.08, 0.04, 0.02, 0.02, 0.02, 0.04, 0.1, 0.25, 0.45, 0.6, 0.75, 0.85, 0.9, 0.75, 0.7, 0.75, 0.8, 0.85, 0.95,
  1, 0.95, 0.75, 0.45, 0.2,
] as const;

export const NAMES = [
  'Ana',
  'Beatriz',
  'Bruno',
  'Carlos',
  'Camila',
  'Daniela',
  'Diego',
  'Eduardo',
  'Fernanda',
  'Gabriel',
  'Helena',
  'Igor',
  'Joana',
  'João',
  'Juliana',
  'Larissa',
  'Lucas',
  'Luís',
  'Marcos',
  'Maria',
  'Mariana',
  'Otávio',
  'Patrícia',
  'Paulo',
  'Rafael',
  'Renata',
  'Rita',
  'Sérgio',
  'Tatiana',
  'Thiago',
  'Vera',
  'Vitória',
] as const;

export const SURNAMES = [
  'Almeida',
  'Araújo',
  'Barbosa',
  'Campos',
  'Cardoso',
  'Costa',
  'Dias',
  'Ferreira',
  'Gomes',
  'Lima',
  'Lopes',
  'Martins',
  'Mendes',
  'Moreira',
  'Nunes',
  'Oliveira',
  'Pereira',
  'Prado',
  'Ramos',
  'Ribeiro',
  'Rocha',
  'Santos',
  'Silva',
  'Souza',
  'Teixeira',
  'Vieira',
] as const;
