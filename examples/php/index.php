<?php
// A shop in PHP whose server never sees a card: `php -S localhost:3000 index.php` in this folder.
$gateway = getenv('GATEWAY') ?: 'http://localhost:8080';
$checkoutId = getenv('CHECKOUT_ID') ?: 'pub_dec0de5ee7c0ffee0dec0de5';
$message = null;

if ($_SERVER['REQUEST_METHOD'] === 'POST') {
    $request = curl_init("$gateway/v1/transactions");
    curl_setopt_array($request, [
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT => 60,
        CURLOPT_HTTPHEADER => [
            'Content-Type: application/json',
            'authenticationApi: ' . (getenv('API') ?: 'demo'),
            'authenticationKey: ' . (getenv('API_KEY') ?: '0123456789ABCDEF0123'),
            // A form submitted twice sells once.
            'Idempotency-Key: ' . ($_POST['pedido'] ?? ''),
        ],
        CURLOPT_POSTFIELDS => json_encode([
            'referenceId' => $_POST['pedido'] ?? '',
            'amount' => '1000',
            'payment' => ['card' => ['capture' => true, 'cardInfo' => ['cardHash' => $_POST['cardHash'] ?? '']]],
        ]),
    ]);
    $sale = json_decode((string) curl_exec($request), true);
    $message = ($sale['status'] ?? null) === 6
        ? 'Pago. Obrigado!'
        : 'Não foi pago: ' . ($sale['error']['message'] ?? 'situação ' . ($sale['status'] ?? 'desconhecida'));
}
$e = fn (string $text): string => htmlspecialchars($text, ENT_QUOTES);
?>
<!doctype html>
<html lang="pt-BR">
<meta charset="utf-8">
<title>Loja de exemplo</title>
<h1>Caneca: R$ 10,00</h1>
<?php if ($message !== null) : ?>
<p role="status"><?= $e($message) ?></p>
<?php else : ?>
<form method="post">
  <div id="card"></div>
  <input type="hidden" name="pedido" value="<?= $e(bin2hex(random_bytes(8))) ?>">
  <input type="hidden" name="cardHash">
  <button>Pagar R$ 10,00</button>
  <p role="alert"></p>
</form>
<script src="<?= $e($gateway) ?>/checkout/v1/guiche.js"></script>
<script>
  const fields = Guiche(<?= json_encode($checkoutId) ?>, { baseUrl: <?= json_encode($gateway) ?> }).fields('#card');
  document.querySelector('form').addEventListener('submit', async (event) => {
    event.preventDefault();
    const form = event.target;
    try {
      form.elements.cardHash.value = await fields.cardHash();
      form.submit();
    } catch (error) {
      form.querySelector('[role=alert]').textContent = error.message;
    }
  });
</script>
<?php endif;
