"""Without a mail server every message is a file."""

from email import policy
from email.parser import BytesParser

from django.core.mail import EmailMessage

from config.mail import FileBackend


def test_each_message_becomes_a_file_that_mail_programs_read(settings, tmp_path):
    settings.DATA = tmp_path
    sent = FileBackend().send_messages(
        [EmailMessage("안녕하세요", "읽어 주세요", "a@x.org", ["b@x.org"]) for _ in range(2)]
    )
    files = sorted((tmp_path / "mail").iterdir())
    assert sent == len(files) == 2
    assert all(path.suffix == ".eml" for path in files)
    message = BytesParser(policy=policy.default).parsebytes(files[0].read_bytes())
    assert message["subject"] == "안녕하세요"
    assert message["to"] == "b@x.org"
    assert message.get_content().strip() == "읽어 주세요"
