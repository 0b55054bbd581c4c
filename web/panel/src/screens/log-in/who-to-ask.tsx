import { Button } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import styles from './who-to-ask.module.css';

/** A question of somebody who cannot log in, with whom to ask below it. */
function WhoToAsk({ question, children }: { readonly question: string; readonly children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div>
      <Button
        type="button"
        variant="subtle"
        fullWidth
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {question}
      </Button>
      <div id={id} aria-live="polite">
        {open && children}
      </div>
    </div>
  );
}

export function ForgottenPassword() {
  return (
    <WhoToAsk question="Esqueci a senha">
      <p className="soft">Peça um link para criar outra:</p>
      <ul className={`soft ${styles.ways}`}>
        <li>
          <b>Você entra com e-mail?</b> Peça a um administrador da sua loja. Ele gera o link em Equipe.
        </li>
        <li>
          <b>Você entra com CPF ou CNPJ?</b> Peça a quem opera este Guichê: a empresa que ativou a sua loja.
        </li>
      </ul>
      <p className="soft">O link vale uma vez, por 72 horas.</p>
    </WhoToAsk>
  );
}

export function LostSecondFactor() {
  return (
    <WhoToAsk question="Perdi o celular e os códigos">
      <p className="soft">
        Quem entra com e-mail pede a um administrador da loja que remova o segundo fator em Equipe. Quem entra
        com CPF ou CNPJ pede a quem opera este Guichê. Depois, entre só com a senha e ative outro.
      </p>
    </WhoToAsk>
  );
}
