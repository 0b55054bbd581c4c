import { StrictMode, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { CardFields } from './card-fields.jsx';

const { gateway, checkoutId } = document.querySelector('#shop').dataset;

function Checkout() {
  const card = useRef(null);
  const [brand, setBrand] = useState();
  const [isComplete, setComplete] = useState(false);
  const [message, setMessage] = useState('');
  const [isBusy, setBusy] = useState(false);
  const pay = async () => {
    setBusy(true);
    try {
      const answer = await fetch('/pay', { method: 'POST', body: await card.current.cardHash() });
      setMessage(await answer.text());
    } catch (error) {
      setMessage(error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <main>
      <h1>Caneca: R$ 10,00</h1>
      <CardFields
        ref={card}
        checkoutId={checkoutId}
        baseUrl={gateway}
        onBrand={setBrand}
        onChange={({ complete }) => setComplete(complete)}
      />
      <button type="button" disabled={isBusy} data-complete={isComplete} onClick={pay}>
        Pagar R$ 10,00{brand && ` com ${brand}`}
      </button>
      <p role="status">{message}</p>
    </main>
  );
}

createRoot(document.querySelector('#shop')).render(
  <StrictMode>
    <Checkout />
  </StrictMode>,
);
