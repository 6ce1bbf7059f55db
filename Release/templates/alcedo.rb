# Made by Release/make. It belongs in a tap, as Formula/alcedo.rb.
class Alcedo < Formula
  desc "Images of a static site, made from a manifest"
  homepage "{{address}}"
  version "{{version}}"
  license "MIT"

  on_macos do
    url "{{address}}/releases/download/{{tag}}/{{source}}"
    sha256 "{{source-checksum}}"
    depends_on xcode: ["16.3", :build]
    depends_on "pkgconf" => :build
  end

  on_linux do
    # What the tool loads has to be found below Homebrew's folder.
    url "{{address}}/releases/download/{{tag}}/{{tarball}}"
    sha256 "{{tarball-checksum}}"
    depends_on arch: :x86_64
    depends_on "patchelf" => :build
    depends_on "curl"
    depends_on "glib"
  end

  depends_on "jpeg-turbo"
  depends_on "libdeflate"
  depends_on "libexif"
  depends_on "libyaml"
  depends_on "vips"

  def install
    if OS.mac?
      system "swift", "build", "--disable-sandbox", "-c", "release", "--product", "alcedo", "--traits", "Dev"
      bin.install ".build/release/alcedo"
      generate_completions_from_executable(bin/"alcedo", "--generate-completion-script")
    else
      # Homebrew brings the libraries that bin/alcedo looks for.
      system "patchelf", "--set-rpath", HOMEBREW_PREFIX/"lib", "libexec/alcedo"
      bin.install "libexec/alcedo"
      bash_completion.install "share/bash-completion/completions/alcedo"
      zsh_completion.install "share/zsh/site-functions/_alcedo"
      fish_completion.install "share/fish/vendor_completions.d/alcedo.fish"
      man1.install Dir["share/man/man1/*.1"]
      doc.install "NOTICES"
    end
  end

  test do
    assert_equal version.to_s, shell_output("#{bin}/alcedo --version").strip
    (testpath/"images.yml").write <<~YAML
      version: 1
      output: out
      variants: { small: { widths: [8], formats: [png] } }
      sources: [{ path: dot.svg }]
    YAML
    (testpath/"dot.svg").write '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"><rect width="16" height="16"/></svg>'
    system bin/"alcedo", "build"
    assert_path_exists testpath/"out/index.json"
  end
end
