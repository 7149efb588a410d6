/**
 * Passwords that everybody uses, of eight characters and more, in lower case: rows of the keyboard, words, names,
 * years, and what is done to them to please a form. Those who guess try them first.
 */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
	`
!@#$%^&* !@#$%^&*() !q2w3e4r !qaz1qaz !qaz2wsx !qazxsw2 ######## $$$$$$$$ ******** -------- ........
00000000 000000000 0000000000 00001111 00112233 01010101 01020304 0102030405 010203040506 01234560 01234567
012345678 0123456789 0123456a 0147258369 02468ace 07070707 09876543 098765432 0987654321 0okm9ijn 0p9o8i7u
100200300 10101010 101010101 10203040 1020304050 11001100 11111111 111111111 1111111111 11111112 11111118
1111111a 11112222 1111qqqq 111222333 111222333444 112112112 11221122 11223300 11223344 1122334455
112233445566 11235813 11335577 12121212 121212121 12131415 12211221 123000123 12312312 123123123 1231231234
123123456 123123aa 123321123 123321456 12341234 123412345 12344321 12345123 123451234 1234512345 123454321
1234554321 123456123 123456123456 123456321 12345654321 123456654321 12345677 12345678 123456780 123456781
123456788 1234567887654321 123456789 1234567890 1234567890a 1234567890q 1234567891 12345678910 123456789123
1234567899 123456789a 123456789abc 123456789q 123456789z 12345679 1234567a 1234567q 1234567w 12345688
123456aa 123456ab 123456abc 123456as 123456az 123456qw 123456qwerty 12345abc 12345abcd 12345qwe 12345qwer
12345qwert 1234abcd 1234asdf 1234qwer 1234qwerty 1234zxcv 12365478 123654789 123698745 12378945 123abc123
123abc456 123asd123 123qwe123 123qweasd 123qweasdzxc 123zxc123 124578963 125125125 12qw34er 12qwaszx
12wqasxz 13131313 131313131 13572468 13579246 135792468 1357924680 14141414 14725836 147258369 1472583690
147852369 14789632 147896325 15151515 159159159 15935728 159357456 159753159 15975328 159753456 15975346
159951159 16161616 17171717 18181818 19191919 19283746 1928374655 19371937 1a2b3c4d 1a2b3c4d5e 1q2w3e4r
1q2w3e4r5t 1q2w3e4r5t6y 1q2w3e4r5t6y7u8i 1qaz!qaz 1qaz1qaz 1qaz2wsx 1qaz2wsx3edc 1qaz@wsx 1qazxsw2
1qazxsw23edc 20012001 20102010 20112011 20122012 20132013 20142014 20152015 20162016 20172017 20182018
20192019 20202020 20212021 20222022 20232023 20242024 20252025 21122112 21212121 22221111 22222222 222222222
23232323 23456789 234567890 24242424 24681012 246813579 24682468 25252525 25262728 25802580 258258258
258369147 27182818 27272727 28282828 29292929 299792458 2wsx3edc 2wsxzaq1 30303030 31415926 314159265
3141592653 321654987 32323232 33333333 333333333 34343434 34567890 36363636 369258147 369369369 3edc4rfv
40404040 420420420 42424242 44332211 44444444 444444444 45454545 456456456 456789123 456789456 4815162342
50505050 51505150 52525252 54321abc 54545454 55555555 555555555 5555566666 55667788 56565656 567891234
60606060 63636363 65432100 654321654321 654321aa 66666666 666666666 66778899 67676767 69420420 69696969
70707070 71717171 72727272 73737373 741741741 741852963 74747474 753159456 75395145 753951852 76543210
77777777 777777777 77889900 78787878 789456123 789456123a 789456789 789789789 80808080 81818181 82828282
84848484 85208520 852456852 852852852 85858585 86868686 87654321 87878787 88776655 88888888 888888888
89898989 90909090 91919191 92929292 93939393 94949494 951753852 95959595 963852741 963852963 963963963
96969696 97979797 987456321 98765432 987654321 9876543210 987654321a 987987987 98989898 99887766 99999999
999999999 9ijn8uhb a1234567 a12345678 a123456789 a1a1a1a1 a1b2c3d4 a1b2c3d4e5 a1s2d3f4 a1s2d3f4g5 aa123456
aa12345678 aaa12345 aaaa1111 aaaaaa11 aaaaaaaa aaaaaaaaa aaaaaaaaaa aabbcc11 aabbccdd ababab12 abababab
abc12345 abc123456 abc123456789 abc123abc abc@1234 abc@12345 abcabc123 abcabcabc abcd1234 abcd12345
abcd123456 abcd@123 abcd@1234 abcde123 abcde12345 abcdef12 abcdef123 abcdefg1 abcdefg123 abcdefgh abcdefghi
abcdefghij abdullah abdullah1 abdullah12 abdullah123 abracadabra abracadabra1 access123 access14 accessme
acmilan1 admin123 admin1234 admin12345 admin123456 admin2020 admin2021 admin2022 admin2023 admin2024
admin2025 admin@123 admin@1234 adminadmin administrator administrator1 adminpass adminroot alejandro
alejandro1 alejandro12 alejandro123 alessandro alessandro1 alessandro12 alessandro123 alexander alexander1
alexander12 alexander123 alexandra alexandra1 alexandra12 alexandra123 alhamdulillah allahuakbar amanda12
amanda123 amazon12 amazon123 anastasia anastasia1 anastasia12 anastasia123 andrew12 andrew123 android1
android123 angel123 angel1234 angelina angelina1 angelina12 angelina123 angels12 angels123 anthony1
anthony12 anthony123 antonio1 antonio12 antonio123 argentina argentina1 arsenal1 arsenal11 arsenal112
arsenal1123 arsenal12 arsenal123 asd123456 asd123asd asdasd123 asdasdasd asdf1234 asdf12345 asdf4321
asdf;lkj asdfasdf asdfasdf1 asdfg123 asdfg12345 asdfgh12 asdfgh123 asdfghjk asdfghjkl asdfghjkl123 asdfjkl1
asdqwe123 ashley12 ashley123 assassin assassin1 asshole1 asshole123 australia australia1 autumn2020
autumn2021 autumn2022 autumn2023 autumn2024 autumn2025 azerty12 azerty123 azerty12345 azertyui azertyuiop
azsxdc12 azsxdcfv babyboy1 babydoll babygirl babygirl1 babygirl12 babygirl123 badass123 badboy12 badgirl1
bangladesh barbara1 barbara12 barbara123 barcelona barcelona1 barcelona10 barcelona12 barcelona123 baseball
batman12 batman123 batman1234 bbbbbbbb beautiful beautiful1 beautiful2 benjamin benjamin1 benjamin12
benjamin123 besiktas bigboobs bigdaddy bigdaddy1 bigdick1 bismilah bismillah bismillah1 bitch123 bitches1
bitcoin1 bitcoin123 biteme12 biteme123 blackberry blessed1 blessed123 blessing blink182 blink1822 blueberry
bluebird bluemoon bond007007 booboo12 bookworm boomerang bradley1 brandon1 brandon12 brandon123 brasil123
brazil123 brittany brooklyn brooklyn1 bubblegum bubbles1 bubbles123 buckeyes buddy123 bulldog1 bulldogs
bulldogs1 bullshit bullshit1 buster12 buster123 butterfly butterfly1 butterfly2 california california1
callofduty camaro69 campbell canada123 canadian captain1 caroline caroline1 caroline12 caroline123 cartman1
catherine catherine1 catherine12 catherine123 cccccccc celtic12 celtic123 celtic1888 champion champion1
champions changeit changeit1 changeme changeme1 changeme123 charizard charlie1 charlie12 charlie123 charlie2
charlotte charlotte1 cheesecake chelsea1 chelsea12 chelsea123 cherokee chester1 chicago1 chicago23 chicken1
chicken123 chipper1 chocolate chocolate1 chocolate2 christian christian1 christian12 christian123 christina
christine christmas christmas1 christopher cinderella classic1 cleopatra clifford cocacola cocacola1
coffee123 colombia colombia1 colorado commander compaq12 computer computer1 computer12 computer123 concrete
consumer contrasena contrasena1 contrasena12 contrasena123 contrasena1234 contrasena12345 contrasena123456
cookie123 cookies1 cooldude corona123 coronavirus correcthorsebatterystaple corvette counterstrike covid123
covid2020 cowboys1 cowboys22 creative crypto123 cryptocurrency crystal1 daddysgirl dallas123 dallas22
daniel12 daniel123 danielle danielle1 darkness darkness1 dddddddd deadpool december december1 december12
december25 deeznuts default1 default123 delta123 demo1234 demodemo destiny1 deutschland deutschland1
devil666 diamond1 diamond123 diamonds dictionary dinosaur discord1 discord123 discover discovery disneyland
doctorwho doctorwho1 dogecoin dogsrule dolphin1 dolphins dolphins1 dominic1 dontknow douglas1 dragon12
dragon123 dragonball dragonball1 dragonballz dragonfly dragons1 drowssap eagles12 ebay1234 eclipse1 eduardo1
eduardo12 eduardo123 eeeeeeee einstein elephant elephant1 elizabeth elizabeth1 elizabeth12 elizabeth123
emily123 emmanuel emmanuel1 england1 england123 england66 enterprise eternity ethereum ethereum1 everton1
evertonfc everything evolution example1 example123 excalibur explorer explorer1 fabulous facebook facebook1
facebook123 family12 family123 familyguy fantasia fantastic fatboy123 favorite fender12 fenerbahce fernando
fernando1 fernando12 fernando123 ferrari1 ferrari123 ffffffff fireball firebird firefire fletcher florence
florida1 flower123 flowerpower flowers1 football football1 football12 football123 football2 footballs
forever1 forever123 foreverlove forgotten formula1 fortnite fortnite1 fortnite123 fountain france123
france98 francesca francesca1 francesca12 francesca123 francisco francisco1 francisco12 francisco123
frankie1 franklin fredfred freedom1 freedom123 freedom2 friday13 friends1 friends12 friends4ever friendship
frodo123 frogger1 fuckme69 fuckoff1 fuckyou! fuckyou1 fuckyou12 fuckyou123 fuckyou2 gabriel1 gabriel12
gabriel123 galatasaray galaxy123 gameboy1 gameover gamer123 gandalf1 ganesh123 gangster gangster1 garfield
garfield1 gateway1 generals genesis1 georgia1 german123 germany1 germany123 gggggggg giovanni giovanni1
giovanni12 giovanni123 gizmo123 gladiator gmail123 gmail1234 god12345 godisgood godisgreat godislove
goku1234 goldberg goldfish goldstar goodbye1 goodgirl goodluck goodluck1 google123 googlegoogle gorgeous
gorgeous1 grandma1 greenday greenday1 gryffindor guest123 guest1234 guitar123 halflife halflife2 hamilton
handsome hannah123 happiness happy123 happyday happydays hardcore hardcore1 harrypotter haslo123 haslo1234
haslo12345 haslo123456 hello123 hello123! hello1234 hello12345 hellohello hellokitty hellokitty1 helloworld
helloworld1 heslo123 heslo1234 heslo12345 heslo123456 hewlett1 hhhhhhhh hogwarts hogwarts1 hollywood
homework honey123 hotmail1 hotmail12 hotmail123 hotstuff hunter12 hunter123 hurricane iamtheone ibrahim1
ibrahim12 ibrahim123 icecream icecream1 idontknow iforgot1 iforgotit iforgotmypassword ihateyou iiiiiiii
ilovegod iloveher ilovejesus iloveme1 iloveyou iloveyou! iloveyou1 iloveyou12 iloveyou123 iloveyou2
iloveyou22 iloveyou3 iloveyoubaby iloveyouso imagine1 independent india123 indian123 indonesia indonesia1
inferno1 infinity instagram instagram1 intermilan internal internet internet1 internet123 iphone12 iphone123
iphone13 ireland1 isabella isabella1 isabelle isabelle1 isabelle12 isabelle123 istanbul italia90 jackass1
jasmine1 jasmine12 jasmine123 jellybean jellybean1 jennifer jessica1 jessica12 jessica123 jesus123 jesus777
jesuschrist jesusislord jesusloves jjjjjjjj jonathan jonathan1 jonathan12 jonathan123 jordan12 jordan123
jordan23 joshua12 joshua123 juliette juliette1 juliette12 juliette123 jupiter1 justdoit justin12 justin123
justinbieber juventus juventus1 juventus12 juventus123 karate123 katherine katherine1 katherine12
katherine123 killer12 killer123 kimberly kimberly1 kimberly12 kimberly123 kingdom1 kingking kingkong
kitty123 kittycat kittykat kkkkkkkk knights1 krishna1 krishna123 lacrosse ladybug1 lakers123 lakers24
legolas1 lenovo123 leonardo leonardo1 leonardo12 leonardo123 letmein! letmein01 letmein1 letmein12
letmein123 letmein2 letmeinnow letmesee liberty1 lightning lightning1 limewire linkedin linkedin1
linkedin123 lionking lionking1 liverpool liverpool1 liverpool123 liverpool8 lkjhgfdsa llllllll lockdown
login123 login1234 loginlogin lollipop lollipop1 lollypop london12 london123 loser123 loveforever lovegod1
loveless lovelove lovelove1 lovely123 loveme123 loverboy lovergirl loveyou1 loveyou123 lozinka1 lozinka12
lozinka123 lozinka1234 lozinka12345 lozinka123456 lucifer1 lucifer666 lucky123 lucky1234 lucky777 lucky7777
m1234567 magic123 malaysia manager1 manager123 manchester manchester1 manchester12 manchester123 manunited
manunited1 manutd12 manutd123 marathon marianne marianne1 marianne12 marianne123 marlboro marlboro1 marshall
martini1 master12 master123 master1234 masterkey matrix123 matthew1 matthew12 matthew123 maverick maverick1
melissa1 melissa12 melissa123 mercedes mercedes1 mercury1 messi1010 metallica metallica1 mexico123 michael1
michael12 michael123 michelle mickey123 microsoft microsoft1 midnight midnight1 millions minecraft
minecraft1 minecraft123 mmmmmmmm mnbvcxz1 mnbvcxza mohamed1 mohamed12 mohamed123 mohammed mohammed1
mohammed12 mohammed123 money123 money1234 moneymaker moneymoney monkey12 monkey123 monkey1234 monkeys1
monster1 monster123 monsters moonbeam moonlight moonlight1 mordor12 motdepasse motdepasse1 motdepasse12
motdepasse123 motdepasse1234 motdepasse12345 motdepasse123456 motorola mountain mountain1 muhammad muhammad1
muhammad12 muhammad123 mushroom mustang1 mustang12 mustang123 mustangs mylove12 mylove123 mymother mynameis
mypass123 mypassword mypassword1 mypassword123 mysecret myspace1 myspace123 naruto12 naruto123 natasha1
natasha12 natasha123 netflix1 netflix123 newcastle newcastle1 newpassword newyork1 newyork123 newyorker
nicholas nicholas1 nicole12 nicole123 nintendo nintendo1 nirvana1 nnnnnnnn nobody12 nokia123 none1234
nopasswd nopassword northside nothing1 nothing123 november november1 null1234 number1! number12 numberone
october1 october10 october12 okmijnuhb oldpassword olivia123 onepiece onepiece1 oooooooo opensesame orange12
orange123 oranges1 outlook1 p1234567 p4ssw0rd p4ssword p@55w0rd p@ssw0rd p@ssw0rd! p@ssw0rd007 p@ssw0rd01
p@ssw0rd1 p@ssw0rd1! p@ssw0rd11 p@ssw0rd12 p@ssw0rd123 p@ssw0rd123! p@ssw0rd1234 p@ssw0rd12345
p@ssw0rd123456 p@ssw0rd2020 p@ssw0rd2021 p@ssw0rd2022 p@ssw0rd2023 p@ssw0rd2024 p@ssw0rd2025 p@ssw0rd69
p@ssw0rd99 p@ssw0rd@123 p@ssword p@ssword! p@ssword007 p@ssword01 p@ssword1 p@ssword1! p@ssword11 p@ssword12
p@ssword123 p@ssword123! p@ssword1234 p@ssword12345 p@ssword123456 p@ssword2020 p@ssword2021 p@ssword2022
p@ssword2023 p@ssword2024 p@ssword2025 p@ssword69 p@ssword99 p@ssword@123 pa$$w0rd pa$$w0rd1 pa$$word
pa$$word1 pa55word pa55word1 pa55word12 pa55word123 pa55word1234 pa55word12345 pa55word123456 pakistan
pakistan1 pakistan123 paradise paradise1 parola12 parola123 parola1234 parola12345 parola123456 pass1234
pass12345 pass123456 pass@123 pass@1234 pass@word1 passion1 passpass passport passw0rd passw0rd! passw0rd!!
passw0rd007 passw0rd01 passw0rd1 passw0rd1! passw0rd11 passw0rd12 passw0rd123 passw0rd123! passw0rd1234
passw0rd12345 passw0rd123456 passw0rd2020 passw0rd2021 passw0rd2022 passw0rd2023 passw0rd2024 passw0rd2025
passw0rd69 passw0rd99 passw0rd@123 passwd12 passwd123 passwd1234 passwd12345 passwd123456 password password!
password#1 password. password0 password007 password01 password1 password1! password10 password11 password12
password123 password123! password1234 password12345 password123456 password13 password2 password2020
password2021 password2022 password2023 password2024 password2025 password21 password22 password23 password3
password321 password33 password4 password5 password55 password6 password69 password7 password77 password8
password88 password9 password99 password? password?1 password@123 password_ passwordpassword passwort
passwort1 passwort12 passwort123 passwort1234 passwort12345 passwort123456 patience patricia patricia1
patricia12 patricia123 patriots patriots1 paypal123 peaches1 peanut123 peanuts1 penguin1 penguins perfect1
philippines phoenix1 phoenix123 pictures1 pikachu1 pineapple pineapple1 playboy1 playboy123 player123
players1 playstation playstation2 playstation3 plmoknijb poiuytre poiuytrewq pokemon1 pokemon12 pokemon123
poohbear poohbear1 popcorn1 portugal portugal1 positive pppppppp precious precious1 president prettygirl
princesa princesa1 princess princess1 princess12 princess123 princess13 princess2 pumpkin1 purple12
purple123 purplehaze pyramid1 q12345678 q123456789 q1q1q1q1 q1w2e3r4 q1w2e3r4! q1w2e3r4t5 q1w2e3r4t5y6
qazqazqaz qazwsx12 qazwsx123 qazwsxedc qazwsxedcrfv qazxswedc qqqqqqqq quarantine qw12er34 qwaszx12 qwe12345
qwe123456 qwe123qwe qweasd123 qweasdzxc qweasdzxc123 qweqwe123 qweqweqwe qwer1234 qwer12345 qwer4321
qwert!@#$% qwert123 qwert1234 qwert12345 qwertasdf qwertasdfg qwerty!1 qwerty00 qwerty01 qwerty1! qwerty11
qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwerty123456789 qwerty2020 qwerty2021 qwerty2022
qwerty2023 qwerty2024 qwerty2025 qwerty22 qwerty321 qwerty69 qwerty77 qwerty88 qwerty99 qwertyqwerty
qwertyu1 qwertyui qwertyuio qwertyuiop qwertyuiop123 qwertz123 qwertzui qwertzuiop qwertzxcvb raiders1
rainbow1 rainbow123 rainbows rangers1 rangers123 reallysecret realmadrid realmadrid1 realmadrid12
realmadrid123 realmadrid7 redskins redskins1 remember remember1 research revolution ricardo1 ricardo12
ricardo123 richard1 robert12 robert123 robinson roblox123 rocknroll rockstar rockstar1 rockyou1 rolltide
ronaldo123 ronaldo7 root1234 rootpass rootroot s1234567 salasana salasana1 salasana12 salasana123
salasana1234 salasana12345 salasana123456 samantha samantha1 samantha12 samantha123 sample123 samsung1
samsung12 samsung123 samurai1 santiago santos123 sapphire sasuke123 satan666 saturday saturn12 scorpion
scorpion1 scotland scotland1 scotland123 sebastian sebastian1 sebastian12 sebastian123 secret12 secret123
secret1234 secretpassword senha123 senha1234 senha12345 senha123456 september september1 serenity serenity1
seventeen sexybitch sexygirl shadow12 shadow123 shadow1234 shannon1 sharks12 sherlock shopping shopping1
sifre123 sifre1234 sifre12345 sifre123456 signin123 silver123 simple123 simpsons singapore skateboard
skater123 skype123 skywalker slipknot slipknot1 slytherin smashing smile123 smiley123 snapchat snickers
snickers1 snowball snowball1 snowboard snowflake snowman1 soccer12 soccer123 softball softball1 softball12
something something1 southside spiderman spiderman1 spiderman123 spongebob spongebob1 spotify1 spotify123
spring2020 spring2021 spring2022 spring2023 spring2024 spring2025 squirrel ssssssss starcraft starcraft1
stargate stargate1 starlight starship startrek startrek1 starwars starwars1 starwars123 steelers steelers1
stephanie stephanie1 stephanie12 stephanie123 sterling stratocaster strawberry strawberry1 student1
student123 stupid123 success1 success123 summer01 summer12 summer123 summer2020 summer2021 summer2022
summer2023 summer2024 summer2025 summer99 summertime sunday123 sunflower sunflower1 sunrise1 sunset123
sunshine sunshine1 sunshine12 sunshine123 sunshine2 superadmin superman superman1 superman12 superman123
supernatural supernova supersecret supersecret1 superstar superstar1 superuser survivor sweetheart
sweetheart1 sweetie1 sweetpea sweetpea1 swimming swimming1 sysadmin tardis12 tarheels teacher1 teddybear
teddybear1 telephone temp1234 temporary temporary1 temppass tequila1 test1234 test12345 test123456 test1test
test@123 tester12 tester123 testing1 testing123 testpass testtest testtest1 testuser thankyou thankyou1
thebest1 theking1 theman123 thepassword therock1 thomas12 thomas123 thunder1 thunder123 thunderbird tiger123
tigers12 tiktok123 tinkerbell tinkerbell1 titanic1 together together1 tomorrow toor1234 topsecret topsecret1
tothemoon tottenham tottenham1 toyota123 transformers treasure trinity1 triumph1 tropical trouble1 truelove
truelove1 trustno1 trustno1! tttttttt twilight twilight1 twitter1 umbrella undefined underground undertaker
unicorn1 unicorn123 universal universe user1234 user12345 username username1 username123 vacation valentina
valentine valentine1 valeria1 valeria12 valeria123 vanessa1 vanessa12 vanessa123 vegeta123 velocity veronica
veronica1 veronica12 veronica123 victoria victoria1 victoria12 victoria123 victory1 vietnam1 vietnam123
volkswagen volleyball volleyball1 voyager1 w1234567 wachtwoord wachtwoord1 wachtwoord12 wachtwoord123
wachtwoord1234 wachtwoord12345 wachtwoord123456 warcraft warcraft1 warriors warriors1 waterfall watermelon
wednesday welcome! welcome1 welcome1! welcome12 welcome123 welcome1234 welcome2020 welcome2021 welcome2022
welcome2023 welcome2024 welcome2025 welcome@123 welcomehome westham1 westside westside1 whatever whatever1
whatever123 whatever2 whatpassword whatsapp whatsapp1 whatsup1 whatthefuck whatthehell whocares wildcats
wildcats1 william1 william12 william123 windows1 windows10 windows123 winner12 winner123 winter12 winter123
winter2020 winter2021 winter2022 winter2023 winter2024 winter2025 wolverine wolverine1 wonderful wonderland
woodland wordpass wrestling wrestling1 wsxedcrfv wwwwwwww xbox360xbox xsw2zaq1 yahoo123 yahoo1234 yamaha123
yankees1 yankees2 yellow12 yellow123 yesterday yourpassword youtube1 youtube123 z1234567 z1x2c3v4 zaq!2wsx
zaq!xsw@ zaq12wsx zaq1xsw2 zaq1zaq1 zeppelin zeppelin1 zoom1234 zxasqw12 zxc123456 zxc123zxc zxcasdqwe
zxcasdqwe123 zxcv1234 zxcvbnm1 zxcvbnm12 zxcvbnm123 zxcvbnmm zxcvbnmz zxcvzxcv zxczxczxc zzzzzzzz
`
		.trim()
		.split(/\s+/),
)
