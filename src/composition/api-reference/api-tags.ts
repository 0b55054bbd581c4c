/** What the groups of calls in the API reference are for, by their names. Markdown. */
export const API_TAGS: Readonly<Record<string, string>> = {
  Transações:
    'Vender com cartão, consultar, capturar e estornar. [A primeira venda](/docs/guias/primeira-venda), [captura e estorno](/docs/guias/captura-e-estorno).',
  'Chave pública':
    'A chave com que a página da loja criptografa o cartão antes de enviá-lo. [Guia](/docs/guias/cartao-cifrado).',
  'Links de pagamento':
    'Páginas de pagamento prontas, de um só uso ou de vários: a loja envia o endereço ao comprador. [Guia](/docs/guias/cartoes-guardados-e-links).',
  'Cartões salvos':
    'Guardar um cartão com a adquirente e vender pelo token, sem pedir o número de novo. [Guia](/docs/guias/cartoes-guardados-e-links).',
  Recebimentos:
    'O que cada venda ainda tem a receber, com taxa e dia, e o que já foi recebido. [Guia](/docs/guias/recebimentos).',
  Disputas:
    'Vendas que o comprador contestou: avisos, prazos e o que foi decidido. [Guia](/docs/guias/disputas).',
  Login:
    'Troca login e senha pela chave das outras chamadas operacionais, e a encerra. Quem tem uma chave de integração não precisa dele.',
  Pessoa:
    'Vendedores, integradores e operadores da plataforma. Um cadastro feito sem chave espera que o operador o ative.',
  ProdutoCategoria: 'Os grupos em que o caixa mostra os produtos.',
  Produto: 'O que o vendedor oferece: preço, foto e categoria.',
  Terminal: 'Os pontos de venda: um caixa, um totem, um aplicativo.',
  Instalacao: 'O que está instalado em um terminal físico.',
  TerminalFisico: 'Os aparelhos em que os terminais funcionam.',
  FormaPagamento:
    'As formas em que o vendedor pode receber no caixa; o operador da plataforma pode restringi-las.',
  Cliente: 'Os compradores que o vendedor conhece pelo nome ou documento.',
  Operador: 'Quem atende no caixa, com perfil e senha próprios. [Guia](/docs/guias/caixa).',
  ClienteCartao:
    'Cartões que um cliente deixou salvos com o vendedor, digitados numa página segura. [Guia](/docs/guias/recorrencia).',
  PagamentoRecorrente:
    'Cobranças de cada mês num cartão que o cliente deixou salvo. [Guia](/docs/guias/recorrencia).',
  Venda: 'Vender no caixa e cancelar uma venda. [Guia](/docs/guias/caixa).',
  IntencaoVenda: 'O andamento e o resultado das vendas do caixa. [Guia](/docs/guias/caixa).',
  PagamentoExterno:
    'O que o cliente de pagamento faz no pinpad para uma venda do caixa, e o menu administrativo. [Guia](/docs/guias/caixa).',
  Pedido:
    'O que um comprador leva, e quanto falta pagar: um pedido pode ser pago por várias vendas. [Guia](/docs/guias/pedidos).',
  Callback:
    'O endereço do vendedor que o Guichê avisa quando uma venda do caixa termina. [Guia](/docs/guias/callbacks).',
  ClientePagamento:
    'Dá a um cliente de pagamento, o programa ao lado do pinpad, a chave do seu terminal. [Guia](/docs/guias/cliente-de-pagamento).',
  Impressora: 'As impressoras dos terminais.',
  IntencaoImpressao: 'Pedidos de impressão, e se já saíram.',
  Fotos: 'As fotos de produtos e pessoas, em tamanho inteiro e reduzido, sem chave.',
};
