import Text

/// Returns `text` in quotes, escaped as RFC 8259 requires and as `<script>` blocks need.
func jsonString(_ text: String) -> String {
  Escaping.script(json: Escaping.json(text))
}
