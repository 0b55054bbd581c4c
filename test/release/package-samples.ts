/** Programs for an empty project in which the packages are installed. The service's URL is in `GATEWAY`. */

const OPTIONS =
  'baseUrl: process.env.GATEWAY, authenticationApi: process.env.API, authenticationKey: process.env.KEY';

export const SAMPLES = [
  {
    name: 'checkout',
    works: `import { createGuiche, GuicheError } from '@guiche/checkout';
      const guiche = createGuiche(process.env.CHECKOUT_ID, { baseUrl: process.env.GATEWAY });
      const card = { number: process.env.CARD, cvv: '123', expirationMonth: 12, expirationYear: 2035 };
      const error = await guiche.cardHash({ ...card, cvv: '1' }).catch((error) => error);
      const { name } = await guiche.brand('4111');
      const { length } = await guiche.validate({});
      const cardHash = await guiche.cardHash(card);
      console.log(name, length, error instanceof GuicheError, error.field, cardHash.length > 300);`,
    says: 'VISA 3 true cvv true',
    typed: `import { createGuiche, type GuicheError } from '@guiche/checkout';
      const guiche = createGuiche('pub_0', { baseUrl: 'http://localhost' });
      export const hash: Promise<string> = guiche.cardHash({ number: '4', cvv: '1', expirationMonth: 1, expirationYear: 2 });
      export const field = (error: GuicheError): string | undefined => error.field;
      // @ts-expect-error: a card has a number
      void guiche.cardHash({ cvv: '1' });`,
  },
  {
    name: 'sdk',
    works: `import { createClient, RequestError, UnavailableError, verifyPostback } from '@guiche/sdk';
      const guiche = createClient({ ${OPTIONS} });
      const card = { number: process.env.CARD, cvv: '123', expirationMonth: '12', expirationYear: '2035' };
      const sale = await guiche.sell({ amount: '1000', payment: { card: { type: 1, cardInfo: card } } });
      const refused = await guiche.sell({ amount: '0', payment: {} }).catch((error) => error);
      const away = createClient({ ${OPTIONS}, baseUrl: 'http://127.0.0.1:9', maxRetries: 0 });
      const unavailable = await away.find('0').catch((error) => error);
      console.log(sale.status, refused instanceof RequestError, unavailable instanceof UnavailableError,
        typeof verifyPostback);`,
    says: '5 true true function',
    typed: `import { createClient, type Transaction } from '@guiche/sdk';
      const guiche = createClient({ baseUrl: 'http://localhost', authenticationApi: 'a', authenticationKey: 'b' });
      export const sold: Promise<Transaction> = guiche.sell({ amount: 1, payment: { card: { cardInfo: { cardHash: 'x' } } } });
      // @ts-expect-error: a sale has an amount
      void guiche.sell({ payment: { card: { cardInfo: {} } } });`,
  },
] as const;
