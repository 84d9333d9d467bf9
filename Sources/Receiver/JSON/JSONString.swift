import Text

/// `text` between quotes, escaped as RFC 8259 demands and as `<script>` blocks need.
func jsonString(_ text: String) -> String {
  Escaping.script(json: Escaping.json(text))
}
